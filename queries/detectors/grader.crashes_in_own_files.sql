-- title: The grader's own code fails, whatever was handed in
-- kind: grader.crashes
-- severity: problem
-- confidence: 0.8
-- scope: task
-- needs: grader.crashes
--
-- An error whose innermost place is a file of the grader (a shell script's line, a Node, Go or Python frame below a folder named tests, grader, verifier, ...) stands alike in every graded
-- agent run, at least two, and in the reference runs where there are any. Suspicious where there is no reference run, unless it is a command or a variable that the script itself lacks.
-- Not: failed assertions; an error in a file of the agent; one that some runs are spared, so that it depends on what was handed in; faults that grader.crashes names already.
with said as (
    select run_id, check_name, concat_ws(chr(10), message, trace) as text from run_checks
    where status in ('failed', 'error') and (contains(message, 'rror') or contains(trace, 'rror') or contains(message, 'not found') or contains(message, 'panic') or contains(message, 'xception') or contains(message, 'expected'))
    union all
    select run_id, null, right(text, 60000) from run_events
    where phase = 'grader' and channel = 'grader_stdout' and (contains(text, ': line ') or contains(text, 'panic: ') or contains(text, 'Error') or contains(text, 'panicked') or contains(text, 'xception'))
), found as (
    select run_id, check_name, trim(coalesce(
        nullif(regexp_extract(text, '(?m)^[\w./-]*(?:tests?|grad\w+|verif\w+|judge|check\w*|eval\w*|score\w*)[\w./-]*(?:\.(?:sh|bash))?: (?:line )?\d+: [^\n]*(?:command not found|integer expression expected|unbound variable|syntax error[^\n]*|unary operator expected|bad substitution|ambiguous redirect|division by (?:0|zero)|parameter not set|not found)[^\n]*$'), ''),
        nullif(regexp_extract(text, '(?m)^[^\n]{0,40}?(?:TypeError|ReferenceError|SyntaxError|RangeError)\b[^\n]*\n\s*at [^\n]*?(?:^|[\s(/])(?:/(?:[\w.-]+/)*)?(?:tests?|__tests__|grader|grading|verifier|judge|oracle)/[\w./-]+:\d+(?::\d+)?'), ''),
        nullif(regexp_extract(text, '(?:NoMethodError|NameError|TypeError|KeyError|ArgumentError|IndexError)\b[^\n]*\n\s*(?:from )?/?(?:[\w.-]+/)*(?:tests?|spec|grader|grading|verifier|judge)/[\w./-]+\.rb:\d+[^\n]*'), ''),
        nullif(regexp_extract(text, '(?m)^/?(?:[\w.-]+/)*(?:tests?|spec|grader|grading|verifier|judge)/[\w./-]+\.rb:\d+:in [^\n]*\((?:NoMethodError|NameError|TypeError|KeyError|ArgumentError|IndexError)\)'), ''),
        nullif(regexp_extract(text, 'thread ''[^'']*'' panicked at (?:[\w.-]+/)*(?:tests?|grader|grading|verifier|judge)/[\w./-]+:\d+:\d+:?\n?[^\n]*(?:index out of bounds|out of range|called `(?:Option|Result)::unwrap)[^\n]*'), ''),
        nullif(regexp_extract(text, '(?:NullPointerException|ClassCastException|IndexOutOfBoundsException|NoSuchElementException)\b[^\n]*\n\s*at (?:\w+\.)*(?:[Gg]rad\w*|[Vv]erif\w*|[Jj]udge\w*|[Cc]heck\w*)\.[^\n]*'), ''),
        nullif(regexp_extract(text, 'panic: [^\n]*\n(?:[^\n]*\n){0,6}?\s*/?(?:[\w.-]+/)*(?:tests?|grader|grading|verifier|judge)/[\w./-]+\.go:\d+'), ''),
        nullif(regexp_extract(text, 'File "/?(?:[\w.-]+/)*(?:tests?|grader|grading|verifier|judge)/[^"\n]+", line \d+[^\n]*\n(?:\s{3,}[^\n]*\n){0,2}(?:TypeError|NameError|AttributeError|UnboundLocalError|IndexError|KeyError|ZeroDivisionError|RecursionError|ImportError)\b[^\n]*'), ''))) as quote
    from said
), masked as (
    select f.*, r.task_id, r.task_version, r.kind, regexp_replace(regexp_replace(left(quote, 300), '0x[0-9a-f]+|\b\d+(\.\d+)?\b', '#', 'g'), '\s+', ' ', 'g') as text
    from found f join runs r using (run_id) where f.quote is not null and r.kind in ('agent', 'reference')
), graded as (
    select task_id, task_version, count(*) filter (kind = 'agent') as agents, count(*) filter (kind = 'reference') as refs from runs
    where kind in ('agent', 'reference') and (run_id in (select run_id from run_checks) or run_id in (select run_id from run_events where phase = 'grader' and channel = 'grader_stdout')) group by all
), alike as (
    select task_id, task_version, text, count(distinct run_id) filter (kind = 'agent') as agents, count(distinct run_id) filter (kind = 'reference') as refs from masked group by all
), best as (
    select a.*, g.agents as all_agents, g.refs as all_refs from alike a join graded g on g.task_id = a.task_id and g.task_version is not distinct from a.task_version
    where a.agents >= 2 and a.agents = g.agents and a.refs = g.refs
    qualify row_number() over (partition by a.task_id, a.task_version order by a.text) = 1
)
select b.task_id, b.task_version, null as check_name, b.agents + b.refs as runs_affected, b.all_agents + b.all_refs as runs_total,
       case when b.refs > 0 or regexp_matches(b.text, 'command not found|: not found|unbound variable|parameter not set|syntax error|NameError|UnboundLocalError|ReferenceError|panic: ') then 'problem' else 'suspicious' end as severity,
       format('In all {} graded runs the grader''s own code fails in one way, whatever was handed in{}.', b.all_agents + b.all_refs, case when b.refs > 0 then ', the reference included' else '' end) as explanation,
       m.run_id as evidence_run, case when m.check_name is null then 'grader_stdout' else 'check' end as channel, m.quote
from best b join masked m on m.task_id = b.task_id and m.task_version is not distinct from b.task_version and m.text = b.text
where not exists (select 1 from findings f where f.kind = 'grader.crashes' and f.task_id = b.task_id and f.task_version is not distinct from b.task_version)
