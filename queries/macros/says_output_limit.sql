-- title: Says that the output was cut at the cap of tokens
--
-- Of one answer of the model. Not the window of the conversation.
(t) as regexp_matches(t, 'Output(Token|Length)Exceeded|output_length_exceeded|output token (maximum|limit|cap)|(maximum|max) output tokens|max_output_tokens|stop_reason.{0,6}max_tokens|finish_reason.{0,6}(length|MAX_TOKENS)|(response|output|completion|message|answer)( was| is)? (truncated|cut off|cut short|incomplete).{0,60}(limit|length|token|cap)|hit (the )?max_tokens|output (was )?truncated due to|LengthFinishReason|length limit was reached|IncompleteOutput|max_tokens (length )?limit|(reached|hit|exceeded)( \w+){0,3} (output|completion)( token)? (limit|cap|budget)|before (finishing|completing).{0,40}max(imum)?[ _]tokens', 'i')
