-- title: Ends before the agent's first turn that no family names
--
-- One row a word of the harness in runs in which no agent lived and no family of setup speaks: `what` is what its nouns are about.
select w.*, case when regexp_matches(said, '\bimage\b|Dockerfile|snapshot|template', 'i') and regexp_matches(said, 'build|creat|export|compil', 'i') then 'image_build' when channel = 'build_log' and regexp_matches(said, '\bbuild\b', 'i') then 'image_build' when regexp_matches(said, '\bimage\b|manifest|registry', 'i') then 'image_pull'
    when regexp_matches(said, 'sandbox|container|docker|podman|\bpods?\b|kube|\bVM\b|virtual machine|runtime|daemon|\b(crun|runc|containerd)\b|cgroup|rootfs|overlay|devbox|instance|environment (start|setup)|\bssh\b|tmux|pty', 'i') then 'start'
    when regexp_matches(said, 'install|apt|npm|\bnode|nvm|\bpip|\buv\b|curl|wget|download|clone|gpg|package|repo(sitory)?\b|setup', 'i') then 'install' end as what
from words w
where channel in ('harness_exception', 'harness_log', 'build_log') and type <> 'traceback' and regexp_matches(said, 'error|fail|cannot|can.t|could not|timed? ?out|exceeded|denied|refused|unable|non-?zero|not found|killed|abort|terminated|fatal|exit (status|code)[ :]+[1-9]', 'i')
  and run_id in (select run_id from run_life where not ran and kind = 'agent')
  and run_id not in (select run_id from words where says_image_build or says_image_pull or says_start_failed or says_install_failed or says_disk_full or says_dns or says_oom
    or says_credit or says_auth or says_usage_window or says_rate_limit or says_model_unavailable or says_overloaded or says_server_error or regexp_matches(said, 'cancel|interrupt', 'i'))
