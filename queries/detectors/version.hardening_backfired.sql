-- title: A version meant to be harder scores higher
-- kind: version.hardening_backfired
-- severity: suspicious
-- confidence: 0.7
-- scope: task
--
-- A later version with other checks or another grader, or with a demand added to the prompt, and no more hints, passes more often (Fisher's exact test, p < 0.05).
-- The change gave something away, or the new checks are passed by what everybody does.
-- Not: a version with more hints, which is meant to be easier; a change of model or agent.
select task_id, new_version as task_version, passed_new as runs_affected, valid_new as runs_total, 'prompt' as channel, left(prompt_diff, 400) as quote, verdict as explanation
from version_changes
where fisher_p < 0.05 and p_new_higher > 0.5 and not list_has_any(changed, ['model', 'agent'])
  and coalesce(hint_new, 0) <= coalesce(hint_old, 0) and (list_has_any(changed, ['grader', 'checks'])
       or (regexp_matches(prompt_diff, '(?im)^\+.*\b(must also|also|must not|may not|never|without|at most|no more than|as well as)\b') and not regexp_matches(prompt_diff, '(?im)^\+.*\b(hint|tip|note that|look at|example|for instance)\b')))
