"""The steps that lead a database from any earlier shape to today's. A step that was released is never changed."""
