"""The demo's club."""
