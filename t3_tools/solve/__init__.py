"""Who wins T3 on the N x N board, for every N, with proofs that others can check."""
