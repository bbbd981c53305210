-- title: What harness and agent program said last, bare
--
-- words without what each text says: see there and said_signs. `said` ends with the names of errors as words (error_names); `quote` is the text alone.
with ended as (
    select e.*, l.turns, l.exit_code, l.out_of_time from run_events e join run_life l using (run_id)
    where e.is_terminal and not e.is_retry and e.phase <> 'grader' and coalesce(e.code, '') <> 'success'
), lines as (
    select run_id, seq, phase, channel, type, code, step, file, line, turns, out_of_time, string_split(text, chr(10)) as said
    from ended where type in ('log', 'lines') and not (channel in ('agent_stderr', 'agent_stdout') and turns > 0 and coalesce(exit_code = 0, false))
), single as (
    select *, unnest(said) as text, generate_subscripts(said, 1) as number, len(said) as total from lines
), kept as (
    select * exclude (said), max(number) filter (is_life_line(text)) over (partition by run_id, seq) as life from single
    where (length(text) between 3 and 4000) and not regexp_matches(text, '^\W*\[?(debug|trace|verbose)\b', 'i') and (channel not in ('agent_stderr', 'agent_stdout') or number > total - 40)
      and (not (channel = 'agent_stdout' or (channel = 'agent_stderr' and out_of_time)) or turns = 0 or regexp_matches(text, '^\W*([\w.]*(Error|Exception|Timeout|Exceeded)\b|(error|fatal|critical)\b ?[:(\]]|\{"|\[?(API|LLM) )|API Error|litellm\.|openai\.|anthropic\.|unexpected status|INSTALL_FAIL|[a-z]Error: ', 'i'))
      and ((number > total - (case when channel in ('build_log', 'harness_log') then 5 else 3 end) and channel <> 'agent_stdout' and not regexp_matches(text, '\b(INFO|DEBUG)\b')) or regexp_matches(text, 'error|exception|fail|denied|refused|limit|exceed|quota|credit|expired|revoked|unauthori|log ?in|not found|no such|not provided|required|invalid|unsupported|overload|unavailable|capacity|timed? ?out|closed|reset|disconnect|unable|cannot|can.?t|could ?n.t|could not|killed|oom|memory|space left|resol|daemon|pull|solve|in use|allocated|status|too (many|long|large)|dubious|certificate|skew|future|missing|signal|parsing|policy|stopped|exited|died|no [a-z]+ summary|finished with|succeeded|completed|non-?zero|\bno .{0,30}(left|remaining)\b|[A-Z]_[A-Z]|low on|storage|enough|misbehav|stuck|loop|empty|reached|halt|unpaid|flagged|block|refus|violat|terminat|abort|panic|interrupt|lost|gone\b|must|conflict|mismatch|unhealthy|crash|evict|preempt|shut ?down|reject|forbidden|unexpected|incompatible|throttl|busy|deadline|broken|corrupt|malformed|no longer|not (ready|running|allowed|installed|compatible)|unknown|stalled|skipped because|no such|owned by|over budget|out of|max(imum)? (\w+ ){0,2}(turn|step|iteration|round|message|action)', 'i'))
)
select run_id, phase, channel, type, code, concat_ws(' ', case when channel = 'harness_exception' then type || ':' when code is not null and channel <> 'synthetic_message' and code <> text then 'code ' || code end, left(text, 20000)) || error_names(concat_ws(' ', case when channel = 'harness_exception' then type || ':' when code is not null and channel <> 'synthetic_message' and code <> text then 'code: ' || code end, text)) as said,
       left(text, 2000) as quote, step, file, line, 0 as from_end, turns
from ended where type not in ('log', 'lines') and not (channel = 'agent_exit')
union all
select run_id, phase, channel, type, code, text || error_names(text), text, step, file, line + number - 1, total - number, turns
from kept where not is_retry_line(text) and not is_life_line(text) and number > coalesce(life, 0)
