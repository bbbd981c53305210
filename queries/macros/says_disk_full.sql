-- title: Says that a disk is full
--
-- Of the host, the sandbox or the grader. Source code that mentions it is not in these channels.
(t) as regexp_matches(t, 'no space left on device|NotEnoughSpace|NoSpace(Left|Exception|Error)|no_space_left|StorageFull|DiskFull|InsufficientStorage|disk_full|out of (storage|space)|\bENOSPC\b|disk (is )?full|disk quota exceeded|EDQUOT|not enough (free )?(disk )?space|You don''t have enough free space|insufficient (disk|storage)( space)?|out of disk|write error.{0,20}space|device full|low disk space|os error 28|\[Errno 28\]|ephemeral[- ]storage|DiskPressure'
  || '|database or disk is full|low on resource: ephemeral|ephemeral (local )?storage usage exceeds|Errno 122|quota exceeded: ''?/|(not enough|insufficient|no more|ran out of|out of) (free |disk |available )*(disk|storage|space)( available| left| space)?|space left|disk .{0,30}(exhausted|exceeded|at 100%)|no free space|cannot allocate disk'
  || '|disk limit exceeded'
  || '|storage ?full|code: 28|disk( \w+){0,3} (exhausted|at 100 ?%|is full)|(volume|filesystem|partition|drive|tmpfs|overlay)( [\w/.-]+){0,3} (is )?(full|exhausted)|inodes?( \w+){0,2} (exhausted|full|left)|no space', 'i')
