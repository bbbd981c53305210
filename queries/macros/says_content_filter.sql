-- title: Says that the provider blocked what went in or came out
--
-- Blocks by the API. A refusal in the model's own prose is the agent's.
(t) as regexp_matches(t, 'content[_ ]?filter(ing|ed)?( policy)?\b|content_policy_violation|ContentPolicyViolation|blocked by (the |our )?(content|safety|policy|moderation)|appears? to violate our usage policy|violat(e|es|ing|ion of) (our|the) ?.{0,30}(usage|content|safety|acceptable use) polic|SAFETY_BLOCKED|(finish|block)_?reason.{0,6}(SAFETY|PROHIBITED_CONTENT|RECITATION|BLOCKLIST|SPII|content_filter)|PROHIBITED_CONTENT|ResponsibleAIPolicyViolation'
  || '|CyberPolicy|SafetyRefusal|safety (system|filter|settings|classifier) ?(blocked|rejected|triggered|refused)|flagged (as|by|for) .{0,60}(policy|moderation|violat|prohibited|cyber|safety)|LLM_CONTENT_POLICY|data_inspection_failed|guardrail.{0,20}(intervened|blocked)|invalid_prompt|stop_reason.{0,6}refusal', 'i') and not regexp_matches(t, 'model_refusal_fallback', 'i')
