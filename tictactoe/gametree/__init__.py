"""Tic-tac-toe with the whole game tree in memory, and two players who meet in tournaments.

The amateur goes by rules, the professional by the tree: see `board`, `node`,
`amateurplayer`, `professionalplayer` and `tournament`; `main` plays the tournaments.
"""
