"""What only shows once all sources are in: which grading report belongs to which run, task versions, attempts, tasks.

Everything here is computed anew from what was read and never changes it, so that the order of ingests plays no part.
"""

from __future__ import annotations

import duckdb

STEPS = {
    # A report joins the run with the same key; with several such runs, the one of the same model, if that is one.
    "run_links": """
        CREATE OR REPLACE TABLE run_links AS
        WITH pairs AS (
            SELECT r.run_id AS result_run_id, t.run_id, r.join_key,
                   coalesce(lower(regexp_replace(r.model, '[^A-Za-z0-9]+', '', 'g')) = lower(regexp_replace(t.model, '[^A-Za-z0-9]+', '', 'g')), false) AS same_model
            FROM run_records r JOIN run_records t ON t.join_key = r.join_key AND NOT t.result_only
            WHERE r.result_only
        ), counted AS (
            SELECT *, count(*) OVER (PARTITION BY result_run_id) AS n, count(*) FILTER (same_model) OVER (PARTITION BY result_run_id) AS same FROM pairs
        )
        SELECT DISTINCT result_run_id, run_id FROM counted WHERE n = 1 OR (same = 1 AND same_model)""",
    # The task folder that a run names decides its version where the folder declares one.
    "run_versions": """
        CREATE OR REPLACE TABLE run_versions AS
        WITH folders AS (
            SELECT DISTINCT task_id, task_version, version_declared, path FROM task_records WHERE origin = 'folder'
        ), by_path AS (
            SELECT r.run_id, min(f.task_id) AS task_id, min(f.task_version) AS task_version
            FROM (SELECT run_id, task_id, trim(task_ref, '/') AS ref FROM run_records WHERE task_ref IS NOT NULL) r
            JOIN folders f ON f.version_declared AND (f.path = r.ref OR ends_with(f.path, '/' || r.ref))
            GROUP BY r.run_id HAVING count(DISTINCT f.task_version) = 1 AND count(DISTINCT f.task_id) = 1
        ), single AS (
            SELECT task_id, min(task_version) AS task_version, bool_or(version_declared) AS declared, count(DISTINCT task_version) AS n FROM folders GROUP BY task_id
        )
        SELECT r.run_id, coalesce(p.task_id, r.task_id) AS task_id,
               CASE WHEN p.task_version IS NOT NULL THEN p.task_version
                    WHEN r.task_version IS NOT NULL THEN r.task_version
                    WHEN s.n = 1 THEN s.task_version ELSE NULL END AS task_version
        FROM run_records r LEFT JOIN by_path p USING (run_id) LEFT JOIN single s ON s.task_id = r.task_id""",
    # Attempts that the source does not number: the order in time among runs of one task, version, suite, agent and model.
    "run_attempts": """
        CREATE OR REPLACE TABLE run_attempts AS
        SELECT r.run_id, coalesce(r.attempt, row_number() OVER (
            PARTITION BY v.task_id, v.task_version, r.suite, r.agent, r.model, r.kind, r.attempt IS NULL ORDER BY r.started_at NULLS LAST, r.run_id)) AS attempt
        FROM run_records r JOIN run_versions v USING (run_id)""",
    # One row a task version: a folder's word before a run's; folders without a declared version serve every version of the task.
    # But where all runs were given one prompt, which is another than that of such a folder, theirs stands: it is what the agents were told.
    "tasks": """
        CREATE OR REPLACE TABLE tasks AS
        WITH versions AS (
            SELECT task_id, task_version FROM run_versions
            UNION SELECT task_id, task_version FROM task_records WHERE origin = 'folder' AND (version_declared OR task_id NOT IN (SELECT task_id FROM run_versions))
        ), prompts AS (
            SELECT v.task_id, v.task_version, arg_min(s.text, r.run_id) AS prompt, any_value(r.suite) AS suite
            FROM run_versions v JOIN run_records r USING (run_id)
            LEFT JOIN (SELECT run_id, arg_min(text, step) AS text FROM steps WHERE role = 'user' AND branch IS NULL GROUP BY run_id) s USING (run_id)
            GROUP BY ALL
        ), given AS (
            SELECT task_id, min(prompt) AS prompt, lower(regexp_replace(min(prompt), '\\s+', '', 'g')) AS plain FROM task_records
            WHERE origin = 'run' AND prompt IS NOT NULL GROUP BY task_id HAVING count(DISTINCT prompt) = 1
        ), ranked AS (
            SELECT v.task_id, v.task_version, t.* EXCLUDE (task_id, task_version, source_id), t.task_version AS told_version,
                   row_number() OVER (PARTITION BY v.task_id, v.task_version ORDER BY t.origin = 'folder' AND t.task_version IS NOT DISTINCT FROM v.task_version DESC,
                       t.origin = 'folder' DESC, t.task_version IS NOT DISTINCT FROM v.task_version DESC, t.prompt IS NOT NULL DESC, t.path) AS place
            FROM versions v LEFT JOIN task_records t ON t.task_id = v.task_id AND (t.task_version IS NOT DISTINCT FROM v.task_version OR (t.origin = 'folder' AND NOT t.version_declared)
                OR (t.origin = 'run' AND t.task_version IS NULL))
        )
        SELECT r.task_id, r.task_version, coalesce(r.version_declared, false) AS version_declared, coalesce(r.suite, p.suite) AS suite,
               CASE WHEN r.origin = 'folder' AND NOT r.version_declared AND NOT contains(g.plain, r.plain) AND NOT regexp_matches(g.plain, '(\\.\\.\\.|…)$') THEN g.prompt ELSE coalesce(r.prompt, p.prompt) END AS prompt,
               r.scoring, r.band_low, r.band_high, r.hint_level, coalesce(r.origin, 'run') AS origin, r.path, r.format, r.meta, r.told_version
        FROM (SELECT *, lower(regexp_replace(prompt, '\\s+', '', 'g')) AS plain FROM ranked) r LEFT JOIN given g ON g.task_id = r.task_id LEFT JOIN prompts p ON p.task_id = r.task_id AND p.task_version IS NOT DISTINCT FROM r.task_version WHERE place = 1""",
}
"""Derived tables in the order in which they are made."""


def link(db: duckdb.DuckDBPyConnection) -> None:
    """Make the derived tables anew."""
    db.begin()
    for statement in STEPS.values():
        db.execute(statement)
    db.commit()
