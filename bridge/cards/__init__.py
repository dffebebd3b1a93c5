"""Cards: the database, faces, and reading of card lists."""
