-- title: Names a model or its API
--
-- Then words such as capacity, instance or worker are about the model's servers, not about a sandbox.
(t) as regexp_matches(t, '\bmodels?\b|\bLLM\b|/v1/(chat|responses|messages|completions)|\b(gpt|claude|gemini|grok|qwen|deepseek|kimi|glm|mistral|llama)-?[\w.]', 'i') and not regexp_matches(t, 'sandbox|\bpod\b|devbox|docker|\bVM\b', 'i')
