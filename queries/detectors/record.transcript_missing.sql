-- title: There is no transcript
-- kind: record.transcript_missing
-- severity: note
-- confidence: 0.4
-- scope: run
--
-- Finds agent runs without any transcript though other runs of the same suite have one, or with an error about it. Without further signs it is only said: the grader may have judged real work.
-- Not: result lists that carry no transcripts at all.
select l.run_id, 'run' as channel, 'no transcript, though other runs of the suite have one' as quote, 'note' as severity from run_life l
where l.kind = 'agent' and not l.recorded and not l.ran and exists (select 1 from run_life o where o.suite is not distinct from l.suite and o.format = l.format and o.agent is not distinct from l.agent and o.recorded)
union all
select run_id, channel, quote, 'invalid' from words where regexp_matches(said, '(transcript|trajectory|agent log|session log|conversation)[\w ./-]{0,40}(missing|not found|empty|does not exist|could not be (read|downloaded))|DownloadAgentDirError|no (transcript|trajectory)', 'i') and channel like 'harness%'
