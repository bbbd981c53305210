-- title: Notices of another try, bare
--
-- retries without what each text says: see there and said_signs.
select run_id, channel, concat_ws(' ', 'code ' || code, left(text, 4000)) as said, left(text, 600) as quote, step, file, line
from run_events where (is_retry or (not is_terminal and channel = 'synthetic_message')) and phase <> 'grader' and text <> ''
qualify row_number() over (partition by run_id order by seq desc) <= 3
