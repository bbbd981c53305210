-- title: The score fell though only the prompt changed
-- kind: version.prompt_only_drop
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- Two successive versions differ in their prompt, not in what is known of grader, environment, checks, model and agent, and the pass rate
-- of valid agent runs fell (Fisher's exact test, p < 0.05). What the prompt lost is quoted. Where no grader files are known the finding is less sure.
-- Not: a difference that this number of runs can't show; a change of model or agent.
select task_id, new_version as task_version, 'prompt' as channel, coalesce(array_to_string(removed[1:5], ' / '), '') as quote,
       case when list_contains(changed, 'grader?') then 0.7 else 0.85 end as confidence, valid_new - passed_new as runs_affected, valid_new as runs_total,
       verdict || '. The new prompt lacks: ' || coalesce(nullif(array_to_string(removed[1:5], ' / '), ''), 'nothing, it says more') as explanation
from version_changes
where fisher_p < 0.05 and p_new_higher < 0.5 and list_contains(changed, 'prompt') and not list_has_any(changed, ['grader', 'environment', 'checks', 'model', 'agent'])
