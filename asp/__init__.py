"""The judge: every rule of the game, as answer-set programs."""
