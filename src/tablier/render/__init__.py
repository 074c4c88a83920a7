"""Drawing a scene and putting it into words, knowing no game.

`svg` and `speech` need nothing but Python; `text` draws with rich. Import from the one you want.
"""
