"""Every way a combat can go: blocks, divisions of damage, and what comes out."""
