-- title: Says that the clock is wrong
--
-- Certificates, signatures and package lists that are not valid yet.
(t) as regexp_matches(t, 'clock skew|certificate is not yet valid|(release|InRelease) file.{0,120}not valid yet|is not valid yet|signature not yet (current|valid)|RequestTimeTooSkewed|time is in the future|Request timestamp.{0,40}(expired|skew)|token used too early|system clock|nbf.{0,40}future', 'i')
