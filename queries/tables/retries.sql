-- title: Notices of the agent program or the harness that something is tried again
--
-- At most three a run: what was said while the agent went on.
select run_id, channel, concat_ws(' ', 'code ' || code, left(text, 4000)) as said, left(text, 600) as quote, step, file, line
from run_events where (is_retry or (not is_terminal and channel = 'synthetic_message')) and phase <> 'grader' and text <> ''
qualify row_number() over (partition by run_id order by seq desc) <= 3
