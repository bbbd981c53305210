-- title: Says what the cause of an end was
--
-- In the words of any family of model calls or sandboxes.
(t) as says_auth(t) or says_clock(t) or says_connection_lost(t) or says_content_filter(t) or says_context_overflow(t) or says_credit(t)
  or says_disk_full(t) or says_dns(t) or says_exec_unavailable(t) or says_image_build(t) or says_image_pull(t) or says_invalid_history(t)
  or says_model_unavailable(t) or says_oom(t) or says_output_limit(t) or says_overloaded(t) or says_rate_limit(t) or says_sandbox_gone(t)
  or says_server_error(t) or says_start_failed(t) or says_usage_window(t)
