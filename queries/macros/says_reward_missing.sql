-- title: Says that grading gave no reward
--
-- No file, an empty one, one that is no number; or grading itself crashed.
(t) as regexp_matches(t, 'RewardFile|VerifierOutputParse|DownloadVerifierDir|(reward|score)s?[\w ./:''"-]{0,40}(missing|unreadable|not found|empty|NaN|null|not a number|not finite|could not be (read|parsed)|invalid|absent)|(no|missing|invalid|unreadable|empty|non-finite)( \w+){0,4} (reward|score)s?(\.(json|txt))?\b|is_resolved.{0,4}(null|none)|unscored|failed to parse rewards?'
  || '|unscored'
  || '|(verifier|grader|evaluator|scorer|grading|verification|evaluation|test script|tests?)\b[\w ''’\"/.:@#()-]{0,60}(wrote|left|produced|returned|gave|emitted|yielded|reported|came back with) (no|neither|nothing|an? empty|an? invalid|none|null)\b|(did not|didn.t|never|failed to) (write|produce|emit|leave|report|return)( \w+){0,3} (reward|score|result|verdict|grade)s?\b|(reward|score)( \w+){0,3} (is|was|=|:) ?(nan|none|null|empty|inf|missing)|expected( \w+){0,3} (reward|score)'
  || '|not JSON serializable|(could not|failed to|unable to|cannot) (write|save|store|serialize|dump)( \w+){0,2} (results?|report|reward|score)s?\b|error( \w+){0,2} (evaluating|grading|scoring|verifying)|(evaluation|grading|scoring|verification)( \w+){0,3} (crashed|errored|raised)', 'i')
