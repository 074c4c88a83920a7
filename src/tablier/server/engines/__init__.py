"""Engine jobs: the queue, the workers that take from it, and the local pool of workers."""
