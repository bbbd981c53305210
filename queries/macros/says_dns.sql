-- title: Says that a name could not be resolved or that there is no way out
--
-- Resolver errors and missing routes. Not a refused connection.
(t) as regexp_matches(t, 'temporary failure (in name resolution|resolving)|name or service not known|could ?n.t resolve|could not resolve (host|proxy|.http)|unable to resolve host|failed to resolve|getaddrinfo (ENOTFOUND|EAI_AGAIN|failed)|\bENOTFOUND\b|\bEAI_AGAIN\b|NameResolutionError|nodename nor servname|no address associated with hostname|dns (error|lookup|resolution|failure)|server misbehaving|no such host|network is unreachable|ENETUNREACH|no route to host|EHOSTUNREACH|name resolution|lookup .{1,80}i/o timeout|\[Errno -[235]\]', 'i')
