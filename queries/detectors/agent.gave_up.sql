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
  and regexp_matches(r.final_answer, '(?i)\b(i|i''m|we|i am|i have|i''ve|i''ll)\s+(must |have to |had to |will |''ll |am going to |going to |have decided to |decided to )?(give|gave|giving|abandon\w*) (it |this |the \w+ )?up\b|^\W*(giving|gave|give) up\b|\b(unable|not able) to (complete|finish|solve|fix|find|make|get|resolve|determine|recover|reproduce|validate|produce|build|work)|\b(could not|couldn''t|cannot|can''t|can not|did not manage to|didn''t manage to|failed to|was not able to) (complete|finish|solve|resolve|continue|proceed|make (it|this|the \w+) (work|pass)|get (it|this|the \w+) (to work|to pass|to build|working)|find (a|the|any) (solution|fix|way|cause))|\b(left|leave|leaving|remains?|is|are) (still )?(unfinished|undone|unsolved|incomplete|the rest|half[- ]done|unresolved)|\b(ran|am|running|i''m) out of (ideas|options|time|steps)|\bout of ideas|\b(stop|stopping|ending|end|leave it|leaving it) (here|at this point|there)\b|\b(see|saw|know|found|find|there is|there''s) no (other |further )?way\b|\b(do not|don''t|cannot|can''t) see (a|any) (way|path)|\babandon(ed|ing)? (this|the) (task|attempt|port|work)|\b(this|it) is (not possible|impossible|beyond)|\bneed(s)? (a human|human help|more information|somebody|someone) (to|before)|\bhand(ing)? (it|this|the \w+) (back|over)\b|\bsomeone else (should|must|has to|will have to)')
  and not regexp_matches(r.final_answer, '(?i)(all (tests|checks)( now)? pass|successfully|task (is )?(complete|done)|now works)')
