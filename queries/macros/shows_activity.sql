-- title: Shows an agent at work
--
-- Marks that agent programs print for calls, edits and thinking: a sign of life where the transcript was not written to the end.
(t) as regexp_matches(t, 'toolCallId|tool[-_]call|tool_use|tool_result|function_call|"tool"|Thinking for \d|💫 |🔧 |⏺ |exec .{1,200} (succeeded|exited)|tokens used')
