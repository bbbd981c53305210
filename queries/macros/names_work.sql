-- title: Is about what the agent made
--
-- Its code, its build, its answer: what befalls them is the agent's own result, not the sandbox's.
(t) as regexp_matches(t, '\b(agent|model|solver|candidate)[''’]s (own )?(code|program|docker|image|build|server|service|tests?|answer|container|solution|script|change)|^(the )?(solution|submission|submitted|program under test|answer file|candidate)\b', 'i') and not regexp_matches(t, '\b(diff|patch)\b', 'i')
