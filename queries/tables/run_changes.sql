-- title: Which calls of a run could have changed something
--
-- One row a run with tool calls: `writes` counts calls of editing tools and shell commands that write, move, patch, install or run code; `reads` those that only look;
-- Running tests, and shell output kept in a scratch place, change nothing. `others` calls of tools that are neither (an API of the task: they may change its state). `bodies` counts editing calls whose arguments were not recorded.
with calls as (
    select run_id, name, coalesce(arguments, '') as args,
           regexp_matches(name, '(?i)write|edit|create|replace|patch|insert|apply|delete|rename|move') as editor,
           regexp_matches(name, '(?i)^(read|view|open|cat|ls|list|glob|grep|search|find|fetch|think|todo)|read_file|list_dir|list_files|web_?search') as looker,
           regexp_matches(name, '(?i)bash|shell|terminal|exec|command|run_|cmd|console|powershell|python|ipython|jupyter|container') as shell
    from tool_calls
), judged as (
    select *, shell and regexp_matches(regexp_replace(regexp_replace(args, '((python[\d.]*\s+-m\s+)?\b(pytest|unittest|tox|nosetests)|\b(npm|yarn|pnpm)( run)? test|\bnpx (jest|vitest|mocha)|\bgo (test|vet)|\bcargo (test|check)|\bmake (test|check)|\bctest|\bpip (list|show|freeze)|\b(python[\d.]*|node|go|cargo|make|bash) --?[vV]ersion|\bwhich)\b[^;&|\n"]*', ' ', 'g'), '[&\d]?>{1,2}&?\s*(/tmp/[\w./-]*|/dev/\w+|&?\d)|\|\s*tee\s+/tmp/[\w./-]*', ' ', 'g'), '>|\b(tee|mv|cp|rm|ln|touch|mkdir|chmod|sed -i|patch|dd|install|git (apply|commit|checkout|merge|rebase|reset|cherry-pick|stash|am)|make|cargo|npm|yarn|pip|apt|python|python3|node|bash|sh|ruby|perl|go|java|gcc|cmake|docker|dbt|psql|sqlite3|mysql|curl|wget|vim?|nano|ed|tar|unzip|service|systemctl|nginx|openssl|ffmpeg|R|Rscript|\./)\b|\./') as runs_something
    from calls
)
select run_id, count(*) as calls, count(*) filter (editor or runs_something) as writes, count(*) filter ((looker and not editor) or (shell and not runs_something)) as reads,
       count(*) filter (not editor and not looker and not shell) as others, count(*) filter (args in ('', '{}', 'null')) as bodies
from judged group by run_id
