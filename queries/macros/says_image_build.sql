-- title: Says that the image could not be built
--
-- Failed build steps of docker and its builders.
(t) as regexp_matches(t, 'failed to (solve|build)|SandboxBuildFailed|BuildFailed|AgentRuntimeBuildError|(image|docker|environment|template|snapshot) build (failed|error|timed out)|build (failed|error).{0,60}(image|docker|template)|process \"?/bin/(ba)?sh -c .{1,400}did not complete successfully|returned a non-zero code|error building (at step|image)|failed to (compute cache key|read dockerfile|process dockerfile|create LLB)|dockerfile parse error|EnvironmentImageBuild|BuildImageError|executor failed running|could not build .{0,40}image|BuildKit.{0,40}(error|fail)|unable to prepare context|building .{0,40}image.{0,40}failed', 'i') and not says_image_pull(t)
