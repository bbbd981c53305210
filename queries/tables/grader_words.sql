-- title: What graders said of themselves
--
-- One row a line of a grader's log that speaks of trouble, and the last three of each; records of the harness about grading; error records.
-- What each text says are the columns of said_signs (`where says_disk_full`).
select b.*, g.* exclude (said) from grader_lines b left join said_signs g using (said)
