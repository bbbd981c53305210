-- title: Says that the model is unknown or refuses a parameter
--
-- Model names that do not exist, are withdrawn or not granted; parameters that the model does not support.
(t) as regexp_matches(t, '(litellm|openai|anthropic|google)[\w.]*\.?\b(NotFoundError|UnsupportedParamsError)|^NotFoundError|UnsupportedParamsError|model_not_found|model_not_available|model[_ ]not[_ ]supported|\bModelNotFound|DeploymentNotFound|unknown model|invalid model|no such model|not a valid model|unsupported model|unrecognized model'
  || '|model:? [\"''`]?[\w./:@ -]{1,80}[\"''`]? (does not exist|was not found|not found|is not (supported|available|found|accessible|allowed)|isn.t (supported|available)|has been (deprecated|retired|removed|decommissioned)|is (deprecated|retired|no longer)|may not exist|not exist|unavailable)'
  || '|not_found_error.{0,60}model|models/[\w.-]+ is not found|LLM Provider NOT provided|no endpoints found|issue with the selected model|(does|do) not (have access to|support parameters)|unsupported[_ ](parameter|value)|not supported (with|for|by|on) this model|unknown parameter|is not supported (when|for) (using )?(this|the) (model|account)|on-demand throughput|inference profile'
  || '|no (healthy )?deployments? available|model .{0,40}(you (do not|don.t) have access|requires? access)|The requested model|model .{0,60}404', 'i')
