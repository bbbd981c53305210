-- title: Names a grader or its model
--
-- Judges call models too: what befalls them is the grader's failure, not the agent's.
(t) as regexp_matches(t, '\b(verifier|verification (step|phase|script|run)|grader|grading|autograder|scorer|scoring|judge|judges|judging|rubric|evaluator|reward model|reward function|model[-_ ]graded\w*|llm-rubric)\b|\w*(Judge|Verifier|Scorer|Grader|Rubric)\w*(Error|Exception|Timeout)', 'i')
