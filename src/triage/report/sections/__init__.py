"""Sections of the report, one file each: build(reader, scope) -> Section."""
