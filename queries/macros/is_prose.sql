-- title: Reads like the model's own words
--
-- Sentences in the first person, or several in a row that no error's name leads: an agent program's output may end with the model's answer.
(t) as regexp_matches(t, '\b(I|I.m|I.ve|I.ll)\b [a-z]|\b(my|our|this) (environment|sandbox|machine|change|changes)\b|\bso I\b') or regexp_matches(t, '^\W*(final )?answer\b', 'i') or (regexp_matches(t, '^\W{0,3}[A-Z][\w ,''’-]+([:.] | - )?.*[a-z0-9]\. [A-Z][a-z]+ [a-z]') and not regexp_matches(t, '^\W*([\w.:-]*(Error|Exception|Timeout|Failure)\b|(error|fatal|critical|panic|failed|failure|warn\w*|cannot|could not|unable|sorry|you)\b|\{|\[)', 'i'))
