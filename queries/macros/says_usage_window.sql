-- title: Says that a subscription window or a spending cap is used up
--
-- Claude's five-hour and weekly limits, Codex's and Gemini's daily ones, caps that a workspace set for itself. A status `allowed_warning` is not it.
(t) as regexp_matches(t, 'usage limit (has been )?(reached|exceeded|hit)|usage_limit_(reached|exceeded)|UsageLimit(Reached|Exceeded)|hit (your|the) ([\w-]+ ){0,3}limit|(5|five)[- ]hour limit (reached|hit)|(weekly|session|opus|sonnet|daily|monthly|plan) (usage )?limit (reached|hit|exceeded)'
  || '|reached (your|the) (specified )?([\w-]+ ){0,3}usage limits?|will regain access|spend(ing)?[_ ](cap|limit) (has been )?(reached|exceeded|hit)|(reached|exceeded|hit) (your|the) ([\w-]+ ){0,3}spend(ing)? (cap|limit)|out of extra usage'
  || '|exhausted your (daily|weekly|monthly) |daily (quota|request) (limit )?(exceeded|exhausted|reached)|Per ?Day|TerminalQuotaError|WorkspaceMemberUsageLimit|limit resets? (at|in|on) |premium request (limit|allowance|quota)|upgrade (to (pro|plus|max)|your plan).{0,60}try again', 'i')
