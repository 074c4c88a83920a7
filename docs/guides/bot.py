"""A bot that plays every game of a Tablier server: python bot.py http://localhost:8000 tbl_… game"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

server, token, game = sys.argv[1:4]


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body is not None else None
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(f"{server}/api{path}", data, headers, method=method), timeout=60)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))  # too fast, or the server is away for a moment
        except (OSError, http.client.HTTPException):
            time.sleep(1)  # the answer was lost: ask again


def act(k, v, **deed):
    try:  # sent twice under the same k it is done once
        ask("POST", f"/tables/{table}/acts", {"k": k, "v": v, "do": deed})
    except urllib.error.HTTPError as error:
        print(json.load(error)["why"]["en"])  # refused: the game has gone on, and the stream tells how


def choose(notice):
    return random.choice(notice["legal"])  # your idea goes here; notice["position"] is the board


seats = json.load(ask("GET", f"/games/{game}"))["game"]["seats"]
made = json.load(ask("POST", "/tables", {"game": game, "seats": [{"kind": "you"}] + [{"kind": "open"}] * (seats - 1)}))
table = made["id"]
if made.get("awaited"):  # the game has dice: now that the server has committed to its seed, add a nonce
    act("nonce", made["version"], type="nonce", nonce=uuid.uuid4().hex)
while (view := json.load(ask("GET", f"/tables/{table}")))["state"] != "over":
    try:
        for line in ask("GET", "/stream"):
            notice = json.loads(line) if line.strip() else {"type": "end", "table": table}  # silence: look how the table stands
            if notice.get("table") != table:
                continue  # another table of this account, or a challenge
            if notice["type"] == "turn":
                act(f"turn-{notice['v']}", notice["v"], type="move", text=choose(notice))
            elif notice["type"] == "offer":
                act(f"offer-{notice['v']}", notice["v"], type="answer", kind=notice["offer"], yes=notice["offer"] == "abort")
            elif notice["type"] == "end":
                break
    except (OSError, http.client.HTTPException):
        time.sleep(1)  # the stream broke: it begins again with how all tables stand
print(table, view["ending"]["ranks"] if view.get("ending") else "called off")
