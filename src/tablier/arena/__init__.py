"""Engine matches: what scores are worth, and when there are enough of them."""
