-- title: Runs pass what they could see and fail its hidden replay
-- kind: task.overfit_to_visible
-- severity: suspicious
-- confidence: 0.6
-- scope: task
--
-- Valid runs that pass every visible check and fail a hidden check of the same thing: at least two of them. The same thing: the names share a word
-- apart from words like test and hidden, or the hidden name says replay, held out, unseen, fuzz or random. What can be seen invites solutions that fit it alone.
-- Suspicious where a third of the runs do so, else a note.
-- Not: tasks that declare no hidden check; visible checks that doing nothing passes; a hidden check about something else, which is difficulty; one that the reference fails.
with per as (
    select run_id, task_id, task_version, count(*) filter (not hidden) as visible, count(*) filter (not hidden and status = 'passed') as visible_passed
    from check_matrix where hidden is not null group by all
), names as (
    select r.task_id, r.task_version, r.check_name, d.hidden, r.noop_passes, r.reference_passes,
           list_filter(string_split_regex(lower(regexp_replace(regexp_replace(r.check_name, '^.*(::|/)', ''), '([a-z])([A-Z])', '\1_\2', 'g')), '[^a-z]+'),
                       lambda w: length(w) > 2 and not regexp_matches(w, '^(tests?|check|case|hidden|visible|public|private|outputs?|replay|basic|the|and|heldout|held|out|unseen|unit|spec)$')) as words
    from check_rates r join declared_checks d on d.task_id = r.task_id and d.task_version is not distinct from r.task_version and d.check_name = r.check_name
), twins as (
    select h.task_id, h.task_version, h.check_name, min(v.check_name) as seen_as
    from names h join names v on v.task_id = h.task_id and v.task_version is not distinct from h.task_version and not v.hidden and v.noop_passes is distinct from true
    where h.hidden and h.reference_passes is distinct from false
      and (list_has_any(h.words, v.words) or regexp_matches(h.check_name, '(?i)replay|held_?out|unseen|fuzz|random|perturb|other_seed|shuffl'))
    group by all
), overfit as (
    select m.run_id, m.task_id, m.task_version, m.check_name, m.message, t.seen_as
    from check_matrix m join per p using (run_id) join twins t on t.task_id = m.task_id and t.task_version is not distinct from m.task_version and t.check_name = m.check_name
    where p.visible > 0 and p.visible_passed = p.visible and m.status in ('failed', 'error')
), totals as (
    select p.task_id, p.task_version, count(*) as n, count(o.run_id) as k
    from per p left join (select distinct run_id from overfit) o using (run_id) group by all
)
select o.task_id, o.task_version, o.run_id as evidence_run, 'check' as channel, o.check_name || ': ' || coalesce(o.message, 'failed') as quote, t.k as runs_affected, t.n as runs_total,
       case when t.k >= t.n / 3.0 then 'suspicious' else 'note' end as severity,
       format('{} of {} valid runs pass all visible checks and fail a hidden check of the same thing ({}, seen as {})', t.k, t.n, o.check_name, o.seen_as) as explanation
from overfit o join totals t on t.task_id = o.task_id and t.task_version is not distinct from o.task_version
where t.k >= 2
