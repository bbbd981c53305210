-- title: The result depends on where or when it was graded
-- kind: grader.environment_dependent
-- severity: suspicious
-- confidence: 0.65
-- scope: task
-- needs: grader.collection_error grader.syntax_error grader.fixture_error grader.signal_in_thread grader.json_literal_nameerror grader.json_decode grader.missing_harness_file grader.encoding_error grader.missing_binary grader.package_install_failed grader.permission_denied grader.no_tests_ran grader.timeout
--
-- Runs of the same task version by the same agent and model pass on one host and fail on others, or pass before a moment and fail after it (or the other way), more than chance explains: Fisher's exact test, corrected for the number of hosts or moments tried, below 0.05.
-- Or one check fails in one way in all runs of some hosts, or of one side of a moment, and in none elsewhere, whoever ran: agents or models of both sides, or the reference, stand on both.
-- There a reference that changes sides, or two agents or models that do, count more than the number of hosts or moments.
-- Or the grader itself dies on some hosts, or from some moment on, and lives elsewhere.
-- With few runs no pattern reaches that: three against three is p = 0.10; confirm by running again. Runs invalid for other reasons don't count.
-- Not: a change of version, model or agent; those are compared apart.
with died as (
    select distinct run_id from findings where scope = 'run' and status = 'match' and severity in ('invalid', 'suspicious') and kind in ('grader.collection_error', 'grader.syntax_error', 'grader.fixture_error', 'grader.signal_in_thread', 'grader.json_literal_nameerror', 'grader.json_decode', 'grader.missing_harness_file', 'grader.encoding_error', 'grader.missing_binary', 'grader.package_install_failed', 'grader.permission_denied', 'grader.no_tests_ran', 'grader.timeout')
), valid as (
    select r.task_id, r.task_version, r.agent, r.model, r.run_id, r.host, try_cast(r.started_at as timestamptz) as moment, r.passed::int as ok from runs r
    where r.verdict in ('passed', 'failed') and r.kind in ('agent', 'reference')
    union all -- whether the grader lived, whoever ran
    select r.task_id, r.task_version, '(grader)', null, r.run_id, r.host, try_cast(r.started_at as timestamptz), (d.run_id is null)::int
    from runs r left join died d using (run_id) where r.kind in ('agent', 'reference') and (d.run_id is not null or r.verdict in ('passed', 'failed'))
), totals as (
    select task_id, task_version, agent, model, count(*) as n, sum(ok) as k, count(distinct host) as hosts, count(moment) as timed from valid group by all having count(*) >= 6 and sum(ok) > 0 and sum(ok) < count(*)
), parts as (
    select t.*, 'host ' || v.host as part, count(*) as a, sum(v.ok) as x, case when t.hosts = 2 then 1 else t.hosts end as tries, min(v.run_id) as one
    from totals t join valid v on v.task_id = t.task_id and v.task_version is not distinct from t.task_version and v.agent is not distinct from t.agent and v.model is not distinct from t.model
    where v.host is not null and t.hosts >= 2 group by all
    union all
    select t.*, 'until ' || v.moment::varchar, row_number() over w, sum(v.ok) over w, t.n - 1, v.run_id
    from totals t join valid v on v.task_id = t.task_id and v.task_version is not distinct from t.task_version and v.agent is not distinct from t.agent and v.model is not distinct from t.model
    where t.timed = t.n window w as (partition by t.task_id, t.task_version, t.agent, t.model order by v.moment, v.run_id rows unbounded preceding)
), weighed as (
    select *, lgamma(k + 1) + lgamma(n - k + 1) + lgamma(a + 1) + lgamma(n - a + 1) - lgamma(n + 1) as whole from parts where a < n and a > 0
), tested as (
    select *, tries * list_sum(list_transform(range(greatest(0, a + k - n)::bigint, least(a, k)::bigint + 1), lambda i:
        case when lgamma(i + 1) + lgamma(a - i + 1) + lgamma(k - i + 1) + lgamma(n - a - k + i + 1) >= lgamma(x + 1) + lgamma(a - x + 1) + lgamma(k - x + 1) + lgamma(n - a - k + x + 1) - 1e-9
             then exp(whole - lgamma(i + 1) - lgamma(a - i + 1) - lgamma(k - i + 1) - lgamma(n - a - k + i + 1)) else 0 end)) as p from weighed
), judged as ( -- single checks, whoever ran
    select c.task_id, c.task_version, c.check_name, c.run_id, r.kind = 'reference' as ref, coalesce(r.host, '') as host, try_cast(r.started_at as timestamptz) as moment, concat_ws('/', r.kind, r.agent, r.model) as who,
           c.status <> 'passed' as bad, case when c.status <> 'passed' then regexp_replace(left(coalesce(c.message, c.trace, ''), 160), '0x[0-9a-f]+|\d+(\.\d+)?', '#', 'g') end as said
    from run_checks c join runs r using (run_id) where r.kind in ('agent', 'reference') and r.verdict in ('passed', 'failed') and c.status in ('passed', 'failed', 'error')
), split as (
    select task_id, task_version, check_name, count(*) as n, count(*) filter (bad) as k, count(distinct host) as hosts, count(distinct said) as words,
           list_distinct(list(host) filter (bad)) as bad_hosts, list_distinct(list(host) filter (not bad)) as good_hosts, bool_and(host <> '') as placed,
           min(moment) filter (bad) as bad_from, max(moment) filter (bad) as bad_to, min(moment) filter (not bad) as good_from, max(moment) filter (not bad) as good_to, bool_and(moment is not null) as timed,
           len(list_intersect(list_distinct(list(who) filter (bad)), list_distinct(list(who) filter (not bad)))) as on_both, bool_or(bad and ref) and bool_or(not bad and ref) as flips,
           min(run_id) filter (bad) as one, any_value(said) as said
    from judged group by all having count(*) filter (bad) >= 3 and count(*) filter (not bad) >= 3
), apart as (
    select *, case when placed and hosts >= 2 and not list_has_any(bad_hosts, good_hosts) then 'host ' || array_to_string(list_sort(bad_hosts), ', ')
                   when timed and bad_from > good_to then 'since ' || bad_from::varchar when timed and bad_to < good_from then 'until ' || bad_to::varchar end as part,
           exp(lgamma(k + 1) + lgamma(n - k + 1) - lgamma(n + 1)) as alone
    from split where words = 1 and on_both > 0
), pattern as (
    select *, alone * case when flips or (on_both >= 2 and part like 'host%') then 1 when part like 'host%' then case when hosts = 2 then 1 else hosts end else n - 1 end as p
    from apart where part is not null and (part not like 'host%' or len(bad_hosts) = 1 or flips)
), best as (
    select * from tested where p < 0.05 qualify row_number() over (partition by task_id, task_version order by p, part) = 1
)
select task_id, task_version, n as runs_affected, n as runs_total, case when agent = '(grader)' then 'problem' else 'suspicious' end as severity, least(0.9, 0.6 + 0.3 * (1 - 20 * p)) as confidence, one as evidence_run,
       part || ': ' || x || ' of ' || a || case when agent = '(grader)' then ' graded to the end; elsewhere ' else ' pass; elsewhere ' end || (k - x) || ' of ' || (n - a) || ' (p = ' || round(p, 4) || ')' as quote,
       case when agent = '(grader)' then 'The grader lives through its run or dies by place: ' else 'Same version, agent and model: ' end || part || ', ' || x || ' of ' || a || case when agent = '(grader)' then ' graded runs get through' else ' runs pass' end || ', elsewhere ' || (k - x) || ' of ' || (n - a) || ' (Fisher, corrected: p = ' || round(p, 4) || ').' as explanation
from best
union all
select task_id, task_version, k, n, 'suspicious', least(0.9, 0.6 + 0.3 * (1 - 20 * p) + case when flips then 0.1 else 0 end), one,
       part || ': ' || check_name || ' fails in all ' || k || ' runs there, in none of ' || (n - k) || ' elsewhere (p = ' || round(p, 4) || '): ' || left(said, 120),
       check_name || ' fails in one way in all ' || k || ' runs of ' || part || ' and in none of the ' || (n - k) || ' others, whoever ran' || case when flips then ', the reference included' else '' end || '.'
from pattern
where p < 0.05 and not exists (select 1 from best b where b.task_id = pattern.task_id and b.task_version is not distinct from pattern.task_version)
qualify row_number() over (partition by task_id, task_version order by p, check_name) = 1
