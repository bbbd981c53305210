-- title: Says that the kernel killed for want of memory
--
-- Of the container, the agent or the sandbox. Not CUDA, not a bare 137.
(t) as regexp_matches(t, 'OOM[- _]?Killed|oom[-_ ]kill|out of memory: kill|LikelyOutOfMemory|MemoryLimitExceeded|(container|pod|sandbox|agent|command|process|runtime)[\w ''\"-]{0,50}(exit(ed)?|died|terminated|failed)[\w ''\"-]{0,40}(code|status|with|\()[ :=(]*137\b|exit (code|status)[: =]*137\b|returncode[\"'':= ]+(-9|137)\b|signal: ?(killed|9|SIGKILL)|killed by (the )?(kernel|OOM|signal 9|SIGKILL)|(memory (limit|cgroup)).{0,40}(exceeded|out of memory|reached)|JavaScript heap out of memory|Reached heap limit|Cannot allocate memory|ENOMEM|exceeded (its |the )?memory limit|ran out of memory', 'i') and not regexp_matches(t, 'CUDA|cudnn|GPU|torch\.', 'i')
