"""Audits: what needs more than SQL. They fill tables that detectors and reports read."""
