-- title: Rejected calls to the model that no family names
--
-- One row a last word of harness or agent program about a call to the model whose cause is worded as nowhere else: `status` is its HTTP status.
-- None of runs in which some words name a cause, or that a limit or a person ended.
with strong as (
    select * from words where type <> 'traceback' and (channel in ('harness_exception', 'agent_event', 'synthetic_message', 'api_error_json') or (channel in ('agent_stderr', 'harness_log') and (regexp_matches(said, '^\W*([\w.]*(Error|Exception)\b|(error|fatal|failed|failure|(api|llm|provider|model|request|execution|call)\b.{0,40}(error|fail|exception)\w*)\b)', 'i') or regexp_matches(said, '\b(ERROR|FATAL|CRITICAL)\b'))))
      and (channel in ('api_error_json', 'synthetic_message') or names_provider) and not names_sandbox
      and not regexp_matches(said, 'AgentTimeout|Cancelled|NonZeroAgentExit|LimitsExceeded|FormatError|Malformed|Parse|Loop|Safety|Empty|judge|verifier|grader|tool_use_failed|failed_generation|cancell?ed|interrupted|aborted|no response requested|compacted|continu', 'i')
)
select *, http_status(said) as status from strong
where run_id not in (select run_id from words where is_named)
  and run_id not in (select run_id from run_events where channel = 'limit')
