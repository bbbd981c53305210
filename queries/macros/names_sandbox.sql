-- title: Names a sandbox's library
--
-- Exception classes of docker, compose, Kubernetes and of the services that host sandboxes: before the agent's first turn the sandbox did not start, later it was lost.
(t) as regexp_matches(t, 'docker\.errors\.|DockerException|DaytonaError|Daytona\w+Error|ComposeError|e2b\.(exceptions|sandbox)|\bSandbox\w*(Exception|Error)\b|modal\.(exception|sandbox)|runloop_api_client|kubernetes\.client|kubernetes_asyncio|\bApiException\b.{0,40}\(|swerex\.|AgentRuntime\w*Error|podman\.errors|E2B|Daytona|Runloop|\bDevbox\b|Modal sandbox|WebSocketBadStatus|libmodal|vercel\.sandbox|morphcloud|\bISLO\b|Blaxel|beam sandbox|cua-cloud'
  || '|https?://[^\s/]*(runtime|sandbox|container|exec|pod|runner)[\w.-]*[/:]|/(alive|execute_action|exec|envd)\b|\b(crun|runc|containerd|microVM|firecracker|gvisor|runsc|kata)\b|sandbox (websocket|connection|stream|session)'
  || '|\bcompose (service|up|cp|config|build|exec|stop)|kubectl|EC2 instance|\bdocker (run|cp|exec|start|install|compose)\b|\bpods? [''"]?[\w-]+[''"]? (was|is|not|did|has|never)\b', 'i')
