"""Traces of ThreadX."""
