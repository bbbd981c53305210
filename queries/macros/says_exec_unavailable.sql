-- title: Says that commands can no longer be executed in the sandbox
--
-- The shell or the harness's wrapper is gone or may not be executed.
(t) as regexp_matches(t, 'OCI runtime exec failed|unable to start container process|exec: \\?\"?(/bin/)?(ba)?sh\\?\"?: (executable file not found|permission denied|stat|no such)|exec \\?\"?/(usr/)?bin/(ba)?sh.{0,20}(permission denied|no such file)|(fork/exec|exec) .{0,60}(wrapper|entrypoint|tool[_-]?support|sandbox[-_]tools)|(ba)?sh: .{0,60}(wrapper|inspect-tool-support|sandbox[-_]tools)\S*: (permission denied|not found|no such file)|failed to exec(ute)? (command|process) in (the )?(sandbox|container|pod)|exec format error|runc run failed|nsenter'
  || '|executing setns process|execution machinery is unavailable|exec: \\?\"?(timeout|/opt/\S+|\S*wrapper\S*|\S*sandbox\S*|tini|dumb-init|env|sleep|tail)\\?\"?: |failed to run command [‘'']?(/bin/)?(ba)?sh[’'']?:|bad ELF interpreter|cannot execute: required file|exec failed: (unable|container)', 'i')
