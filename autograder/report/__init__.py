"""Renderers over Records."""
