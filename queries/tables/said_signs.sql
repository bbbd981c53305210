-- title: What each statement says, by families of words
--
-- One row a text of spoken, retried or grader_lines, one column a macro of its name. Made once: most detectors ask for several families to tell
-- near causes apart, and to match, even to make ready, their patterns anew for each detector takes far longer than the rest of it.
select *, says_auth or says_clock or says_connection_lost or says_content_filter or says_context_overflow or says_credit or says_disk_full or says_dns or says_exec_unavailable or says_image_build or says_image_pull or says_invalid_history or says_model_unavailable or says_oom or says_output_limit or says_overloaded or says_rate_limit or says_sandbox_gone or says_server_error or says_start_failed or says_usage_window as is_named from (
select said, names_provider(said) as names_provider,
       names_sandbox(said) as names_sandbox,
       says_auth(said) as says_auth,
       says_clock(said) as says_clock,
       says_connection_lost(said) as says_connection_lost,
       says_content_filter(said) as says_content_filter,
       says_context_overflow(said) as says_context_overflow,
       says_credit(said) as says_credit,
       says_disk_full(said) as says_disk_full,
       says_dns(said) as says_dns,
       says_exec_unavailable(said) as says_exec_unavailable,
       says_fetching(said) as says_fetching,
       says_image_build(said) as says_image_build,
       says_image_pull(said) as says_image_pull,
       says_install_failed(said) as says_install_failed,
       says_invalid_history(said) as says_invalid_history,
       says_launch_failed(said) as says_launch_failed,
       says_model_unavailable(said) as says_model_unavailable,
       says_oom(said) as says_oom,
       says_output_limit(said) as says_output_limit,
       says_overloaded(said) as says_overloaded,
       says_package_failure(said) as says_package_failure,
       says_port(said) as says_port,
       says_rate_limit(said) as says_rate_limit,
       says_resource(said) as says_resource,
       says_sandbox_gone(said) as says_sandbox_gone,
       says_server_error(said) as says_server_error,
       says_start_failed(said) as says_start_failed,
       says_usage_window(said) as says_usage_window
from (select said from spoken union select said from retried union select said from grader_lines)
)
