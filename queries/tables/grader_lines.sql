-- title: Lines of graders' logs, bare
--
-- grader_words without what each text says: see there and said_signs.
with logs as (
    select run_id, seq, channel, type, code, file, coalesce(line, 1) as line, string_split(text, chr(10)) as said from run_events where phase = 'grader' and type in ('log', 'lines')
), single as (
    select * exclude (said), unnest(said) as text, generate_subscripts(said, 1) as number, len(list_filter(said, lambda x: trim(x) <> '')) as filled, len(said) as total from logs
)
select run_id, 'log' as source, channel, type, code, trim(text, chr(13) || ' ') as said, file, line + number - 1 as line, total - number as from_end
from single where length(text) between 2 and 4000 and (total - number < 4
  or regexp_matches(text, 'error|exception|denied|not found|no such|fail|timed? ?out|killed|refused|resol|cannot|can.?t |could ?n.t|could not|unable|space left|no tests|>>>>>|no module|signal only|dubious|lock|exit code|usage:|unrecognized|segmentation|abort|panic|from versions|not installed|missing|name .(true|false|null)|interrupted|OOM|memory|malformed|decode|unsatisfiable|externally|no space|too many|in use|certificate|skew|mismatch|imported module|syntax|unterminated|unexpected|invalid|fatal|running 0 |0 tests|deselected|locale|quota|crash|empty|owned by|^(E\s+|\s*)File .\S+, line \d', 'i'))
union all
select run_id, 'record', channel, type, code, concat_ws(' ', case when channel = 'harness_exception' then type || ':' end, case when code is distinct from text then code end, left(text, 20000)), file, line, 0
from run_events where phase = 'grader' and ((channel = 'grader_result' and type in ('error', 'collection_error', 'crash')) or channel in ('harness_exception', 'harness_enum')) and is_terminal and not is_retry
