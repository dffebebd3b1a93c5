"""`python -m magistrate.cli`: the command line without an installed script."""

from magistrate.cli.ending import main

main()
