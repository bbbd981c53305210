-- title: Says that an account has no money left
--
-- Codes and sentences of Anthropic, OpenAI, OpenRouter, litellm, Gemini, Codex, DeepSeek, Moonshot, Alibaba and others. Not a bare 402.
(t) as regexp_matches(t, 'credit balance is too low|insufficient[_ ](quota|credits?|balance|funds)|out[_ ]of[_ ](credits|funds)|no (remaining |more )?credits? (left|remaining|available)|(not|isn.t) enough (credits?|balance|funds)'
  || '|billing_(error|hard_limit|not_active)|billing (hard limit|account .{0,30}(disabled|inactive|closed))|payment[_ ]required|BudgetExceeded|ExceededBudget|Budget has been exceeded|(credit|account) balance .{0,20}(exhausted|depleted|negative|zero)'
  || '|exceeded (your|the) current quota|exceeded_current_quota|\bQuotaExceeded\b|Quota exceeded\. Check your plan|requires more credits|can only afford \d+|INSUFFICIENT_G1_CREDITS|add (more )?(credits|funds) to|(purchase|buy|top up) (more )?credits|credits? (have |has |are |is )?(been )?(exhausted|depleted)'
  || '|Arrearage|account is in (good standing|arrears)|prepayment credits|workspace is out of|LLM_OUT_OF_CREDITS|ApiUsageLimitError|run out of (credits|funds)|overdue.{0,20}(balance|payment)|(error code|status( code)?|status_code|http(/[\d.]+)?|api error|code|error)[\"'':= (]{1,6}402\b|unexpected status 402', 'i')
