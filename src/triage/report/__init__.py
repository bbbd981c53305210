"""Reports: sections made from named queries, rendered as HTML, Markdown and JSON."""
