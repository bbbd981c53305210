-- title: What harness and agent program said last
--
-- One row a statement of phases setup and agent after which no agent lived and that is no notice of a retry. Structured records stand whole;
-- of printed logs one row a line that speaks of trouble and the last few whatever they say, after the last line that shows life. Of what an agent program printed only the
-- last lines count, of its screen, and where time ran out, those that have the shape of an error, and none where it ended with exit code 0 after turns of the model: it may echo the conversation.
-- What each text says are the columns of said_signs (`where says_disk_full`).
select b.*, g.* exclude (said) from spoken b left join said_signs g using (said)
