"""Drawing a scene, knowing no game."""
