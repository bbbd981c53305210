"""The store: one DuckDB file, a cache of what was read. The only package that opens DuckDB."""
