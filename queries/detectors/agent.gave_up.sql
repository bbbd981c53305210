-- title: The agent says that it gives up
-- kind: agent.gave_up
-- severity: note
-- confidence: 0.7
-- scope: run
--
-- A failed valid run whose last word says that the agent stops without a solution: gives up, is unable to go on, leaves the rest undone, hands it back.
-- Not: a passed run; the same words about one dead end in the middle; a limit that the agent names while it claims the task done.
select r.run_id, l.last_turn as step, 'assistant' as channel, left(r.final_answer, 400) as quote
from runs r join run_life l using (run_id)
where r.kind = 'agent' and r.verdict = 'failed' and length(r.final_answer) between 3 and 8000
  and regexp_matches(r.final_answer, '(?i)\b(i|i''m|we|i am|i have|i''ve)\s+(must |have to |had to |will |''ll |am going to |going to )?(give|gave|giving) up\b|^\W*(giving|gave|give) up\b|\b(unable|not able) to (complete|finish|solve|fix|find|make|get|resolve|determine|recover|reproduce|validate)|\b(could not|couldn''t|cannot|can''t|can not|did not manage to|failed to) (complete|finish|solve|resolve|continue|proceed|get (it|this|the \w+) (to work|working)|find (a|the|any) (solution|fix|way|cause))|\b(left|leave|leaving|remains?) (unfinished|undone|unsolved|incomplete|the rest)|\bran out of (ideas|options)|\bstopping here (without|before)|\bthis is (not possible|impossible)|\bneed(s)? (a human|human help|more information) (to|before)')
  and not regexp_matches(r.final_answer, '(?i)(all (tests|checks)( now)? pass|successfully|task (is )?(complete|done)|now works)')
