-- title: Says that a check died of the grader's own fault
--
-- A failed check whose message starts with one of these says nothing about the agent.
(t) as regexp_matches(t, '^(E\s+)?((Value|Runtime)Error: )?(signal|set_wakeup_fd) only works in main thread|^(E\s+)?NameError: name .(true|false|null). is not defined|^(E\s+)?(ValueError: )?malformed node or string.{0,60}ast\.Name'
  || '|^(E\s+)?(FileNotFoundError|PermissionError|NotADirectoryError|IsADirectoryError|OSError|json.{0,20}JSONDecodeError)\b.{0,80}[''\" ](/tests/|/logs/|/verifier/|/grader/)|^(E\s+)?fixture .{1,60} not found|^(E\s+)?PermissionError.{0,60}pytest-(of|cache)', 'i')
