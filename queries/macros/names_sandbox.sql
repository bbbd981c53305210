-- title: Names a sandbox's library
--
-- Exception classes of docker, compose, Kubernetes and of the services that host sandboxes: before the agent's first turn the sandbox did not start, later it was lost.
(t) as regexp_matches(t, 'docker\.errors\.|DockerException|DaytonaError|Daytona\w+Error|ComposeError|e2b\.(exceptions|sandbox)|\bSandbox\w*(Exception|Error)\b|modal\.(exception|sandbox)|runloop_api_client|kubernetes\.client|kubernetes_asyncio|\bApiException\b.{0,40}\(|swerex\.|AgentRuntime\w*Error|podman\.errors|E2B|Daytona|Runloop|\bDevbox\b|Modal sandbox|WebSocketBadStatus|libmodal|vercel\.sandbox|morphcloud|\bISLO\b|Blaxel|beam sandbox|cua-cloud'
  || '|https?://([^\s/]*[^k\s/-]-?)?(runtime|sandbox|container|exec|pod|runner)[\w.-]*[/:]|/(alive|execute_action|exec|envd)\b|\b(crun|runc|containerd|microVM|firecracker|gvisor|runsc|kata)\b|sandbox (websocket|connection|stream|session)'
  || '|\bcompose (service|up|cp|config|build|exec|stop)|kubectl|EC2 instance|\bdocker (run|cp|exec|start|install|compose)\b|\bpods? [''"]?[\w-]+[''"]? (was|is|not|did|has|never)\b'
  || '|RBAC|ServiceAccount .{0,60}(not found|namespace)|SSHAccess|kubeconfig'
  || '|\b(lxc|lxd|incus|nspawn|vagrant|multipass|colima|kubevirt|qemu|libvirt|virsh|unikraft|fly machine|machine pool|warm pool)\w*'
  || '|\b(uploads?|downloads?|(read|write|copy|list|stat)(ing)? (of )?(the )?(file|director(y|ies)|archive)s?|background (job|process|launch|command)|live process|command (stream|output)|exec (stream|output|call|session)|process (stream|rpc|handle))\b[\w ./:''''\"-]{0,60} (failed|ended|omitted|closed|timed out|lost|unavailable|aborted|exited without)|without (an |recording an |its )?exit[_ ](code|event|status)|before reporting its pid|omitted (exit_code|job)|RPC failed'
  || '|\bEnv(ironment)?\w*(Error|Exception)\b|[\s''\"]/(step|reset|execute|exec_action|run_command)\b'
  || '|\bssh (to|session|connection)\b|task host', 'i')
