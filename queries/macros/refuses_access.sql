-- title: Says by status or class that access was refused, and not that the model is unknown
--
-- 401, 403 and the classes of missing permission, beside no word for a model that does not exist.
(t) as regexp_matches(t, '\b40[13]\b|PermissionDenied|AuthenticationError|Unauthori[sz]ed|Forbidden|AccessDenied|invalid_api_key|permission_error|authentication_error', 'i') and not regexp_matches(t, 'model_not_found|not exist|not.?found|NotFound|unknown model|no such model|model access|access to (the |this )?model|disabled|deprecated|not (available|supported|enabled)', 'i')
