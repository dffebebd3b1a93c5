"""Pictures of positions and answers: boards as SVG, answers as self-contained pages."""
