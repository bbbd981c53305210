-- title: Did the grader reach a verdict about the agent's work
--
-- One row a run. `decided` is true where a check really failed, or the printed summary counts failures and no line names a fault of the
-- grader's own: then a grader that died in part did not decide the outcome. `tests_ran` is the largest number told; null where nobody tells.
with checked as (
    select coalesce(k.run_id, c.run_id) as run_id, count(*) filter (status = 'passed') as passed_checks, count(*) filter (status = 'error') as error_checks, count(*) as checks,
           count(*) filter (status = 'failed' and not says_grader_fault(coalesce(message, trace, ''))) as failed_checks,
           count(*) filter (status in ('failed', 'error') and says_grader_fault(coalesce(message, trace, ''))) as fault_checks,
           any_value(message) filter (status in ('failed', 'error') and says_grader_fault(coalesce(message, trace, ''))) as fault,
           any_value(message) filter (status = 'error') as error_message
    from checks c left join run_links k on k.result_run_id = c.run_id group by 1
), told as (
    select run_id, max(try_cast(code as integer)) filter (type = 'tests_ran') as tests_ran, bool_or(type = 'tests_ran' and regexp_matches(text, '[1-9]\d* failed')) as summary_fails,
           bool_or(type = 'tests_ran' and code = '0') as none_ran, any_value(text) filter (type = 'tests_ran' and code = '0') as none_text, any_value(file) filter (type = 'tests_ran' and code = '0') as none_file, any_value(line) filter (type = 'tests_ran' and code = '0') as none_line,
           bool_or(type = 'reward') as has_reward, bool_or(channel = 'grader_stdout') as has_log, bool_or(type = 'missing_result') as fetching
    from run_events where phase = 'grader' group by run_id
)
select r.run_id, coalesce(c.checks, 0) as checks, coalesce(c.passed_checks, 0) as passed_checks, coalesce(c.failed_checks, 0) as failed_checks, coalesce(c.error_checks, 0) as error_checks, coalesce(c.fault_checks, 0) as fault_checks,
       c.fault, c.error_message, t.tests_ran, coalesce(t.none_ran, false) as none_ran, t.none_text, t.none_file, t.none_line, coalesce(t.has_reward, false) as has_reward, coalesce(t.has_log, false) as has_log, coalesce(t.fetching, false) as fetching,
       coalesce(c.failed_checks, 0) > 0 or (coalesce(c.checks, 0) = 0 and coalesce(t.summary_fails, false)) as decided,
       coalesce(c.passed_checks, 0) + coalesce(c.failed_checks, 0) > 0 or coalesce(t.tests_ran, 0) > 0 as tested
from run_life r left join checked c using (run_id) left join told t using (run_id)
