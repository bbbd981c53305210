-- title: Says that a model's own server refuses connections
--
-- A path of the model's API beside a refused connection: the server is down, the network is not.
(t) as regexp_matches(t, '(refused|ECONNREFUSED|Errno 111|no route to host).*(/v1/|/chat/completions|/completions\b)|(/v1/|/chat/completions|/completions\b).*(refused|ECONNREFUSED|Errno 111|NewConnectionError)|(vllm|sglang|ollama|llama|inference|model) server.{0,60}(refused|ECONNREFUSED)', 'i') and not regexp_matches(t, 'reset|timed? ?out|aborted', 'i')
