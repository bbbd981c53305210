-- title: Says that files, processes or threads ran out
--
-- Descriptors, threads, process ids, browsers that cannot start.
(t) as regexp_matches(t, 'too many open files|\bEMFILE\b|\bENFILE\b|\bEAGAIN\b.{0,40}(fork|spawn|thread)|can.t start new thread|failed to create (a )?new OS thread|resource temporarily unavailable|unable to (create|start) (a )?(new )?(native )?thread|(fork|clone|spawn|pthread_create).{0,40}(failed|temporarily unavailable|cannot allocate|resource)|no file descriptors|inotify.{0,40}(limit|watch)|pids? limit|pthread_create failed|os error (11|24)|BlockingIOError: \[Errno 11\]|OSError: \[Errno 24\]|failed to launch (chrome|chromium|browser)|/dev/shm|cannot fork', 'i')
