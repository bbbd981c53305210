-- title: The agent calls the task unclear
-- kind: agent.says_spec_unclear
-- severity: note
-- confidence: 0.6
-- scope: run
--
-- The agent writes that something is not specified, ambiguous or missing in the instructions, or that it assumes a meaning. By itself it proves nothing; it backs a
-- contract finding about the same thing.
-- Not: the same words in files and tool results; words about its own code, or about an error message.
select s.run_id, s.step, 'assistant' as channel,
       regexp_extract(s.text, '(?i)([^.\n]{0,160}\b(?:(?:is|are|was|were|does|do)(?: not|n''t)\s+(?:say|said|specify|specified|state|stated|define|defined|documented|mention|mentioned|explicit)|unspecified|underspecified|ambigu(?:ous|ity)|unclear (?:whether|which|what|how|if)|not (?:clear|specified|stated|defined|documented|explicit)|(?:spec|prompt|task|instructions?|docs?|requirements?|policy) (?:is|are) (?:unclear|silent|vague|ambiguous))\b[^.\n]{0,160})') as quote
from steps s join runs r using (run_id)
where r.kind = 'agent' and r.verdict in ('passed', 'failed') and s.role = 'assistant' and not s.synthetic and s.branch is null
  and regexp_matches(s.text, '(?i)\b(ambigu|unspecified|underspecified|unclear|vague|silent|specif|stat(e|ed)\b|defin|document|mention|explicit)')
  and regexp_matches(s.text, '(?i)\b(instructions?|prompt|spec(ification)?|requirements?|task( description| statement)?|docs?|documentation|readme|policy|wording|rules?|examples?)\b[^.\n]{0,80}\b((is|are|was|were|does|do)( not|n''t)\s+(say|said|specify|specified|state|stated|define|defined|mention|mentioned|explicit|clear)|unspecified|underspecified|ambigu|unclear|vague|silent)|\b(ambiguous|unspecified|underspecified|unclear|not (specified|stated|defined|documented))\b[^.\n]{0,60}\b(in|by) (the )?(instructions?|prompt|spec|task|docs?|documentation|requirements?|policy)|\b(it is|it''s|is) (not )?(unclear|ambiguous|specified) (whether|which|what|how|if)|\bI (will |''ll |have to |must )?assumed?\b[^.\n]{0,80}\b(since|because|as)\b[^.\n]{0,60}\b(not|nothing|no)\b')
