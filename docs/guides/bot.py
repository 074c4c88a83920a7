"""A bot that plays every game of a Tablier server: python bot.py http://localhost:8000 tbl_… game"""

import json
import random
import sys
import urllib.request
import uuid

server, token, game = sys.argv[1:4]
games_to_play = int(sys.argv[4]) if len(sys.argv) > 4 else 1


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body is not None else None
    return urllib.request.urlopen(urllib.request.Request(f"{server}/api{path}", data, headers, method=method), timeout=60)


def act(notice, **deed):
    ask("POST", f"/tables/{notice['table']}/acts", {"k": uuid.uuid4().hex, "v": notice["v"], "do": deed})


def choose(notice):
    return random.choice(notice["legal"])  # your idea goes here; notice["position"] is the board


seats = json.load(ask("GET", f"/games/{game}"))["game"]["seats"]
table = json.load(ask("POST", "/tables", {"game": game, "seats": [{"kind": "you"}] + [{"kind": "open"}] * (seats - 1)}))
if table.get("awaited"):  # the game has dice: now that the server has committed to its seed, add a nonce
    act({"table": table["id"], "v": table["version"]}, type="nonce", nonce=uuid.uuid4().hex)
for line in ask("GET", "/stream"):
    if not line.strip():
        continue  # a sign of life
    notice = json.loads(line)
    if notice["type"] == "turn":
        act(notice, type="move", text=choose(notice))
    elif notice["type"] == "offer":
        act(notice, type="answer", kind=notice["offer"], yes=notice["offer"] != "takeback")
    elif notice["type"] == "end":
        print(notice["table"], notice["ranks"])
        games_to_play -= 1
        if not games_to_play:
            break
