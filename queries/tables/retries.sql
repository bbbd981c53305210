-- title: Notices of the agent program or the harness that something is tried again
--
-- At most three a run: what was said while the agent went on.
-- What each text says are the columns of said_signs (`where says_disk_full`).
select b.*, g.* exclude (said) from retried b left join said_signs g using (said)
