"""Who may do what at a table that is played: every act, by its players and by strangers. `ok`, or the code of the refusal."""

import itertools

from tests.support.played_games import begun

from tablier.api.messages import AnyAct

PEOPLE = "mover other guest account reader bot outsider".split()
"""`reader` and `bot` are tokens of the mover's, to read and to play; `outsider` asks the same at a private table."""

TABLE = """
           mover       other          guest      account    reader     bot         outsider
move       ok          not_your_turn  forbidden  forbidden  forbidden  ok          unknown_table
move:0     ok          forbidden      forbidden  forbidden  forbidden  ok          unknown_table
offer      ok          ok             forbidden  forbidden  forbidden  ok          unknown_table
offer:0    ok          forbidden      forbidden  forbidden  forbidden  ok          unknown_table
answer     no_offer    no_offer       forbidden  forbidden  forbidden  no_offer    unknown_table
answer:0   no_offer    forbidden      forbidden  forbidden  forbidden  no_offer    unknown_table
resign     ok          ok             forbidden  forbidden  forbidden  ok          unknown_table
resign:0   ok          forbidden      forbidden  forbidden  forbidden  ok          unknown_table
sit:0      not_open    not_open       not_open   not_open   forbidden  not_open    unknown_table
leave:0    not_open    forbidden      forbidden  forbidden  forbidden  not_open    unknown_table
invite:0   seat_taken  forbidden      forbidden  forbidden  forbidden  seat_taken  unknown_table
nonce:0    not_now     forbidden      forbidden  forbidden  forbidden  not_now     unknown_table
name       not_now     not_now        forbidden  forbidden  forbidden  not_now     unknown_table
claim:0    not_now     not_now        forbidden  forbidden  forbidden  not_now     unknown_table
say        ok          ok             ok         ok         forbidden  ok          unknown_table
"""
"""`move:0` names the seat: the mover's."""

WORDS = {
    "move": {"text": "a3-a4"},
    "offer": {"kind": "stop"},
    "answer": {"kind": "stop", "yes": True},
    "invite": {"level": 1},
    "nonce": {"nonce": "abc"},
    "say": {"phrase": "hello"},
}


def expected():
    people, *lines = (line.split() for line in TABLE.strip().splitlines())
    assert people == PEOPLE
    return {act: dict(zip(PEOPLE, codes, strict=True)) for act, *codes in lines}


def test_every_act_is_in_the_table():
    assert {act.partition(":")[0] for act in expected()} == {kind.__struct_config__.tag for kind in AnyAct.__args__}


def test_everybody_may_do_at_a_table_what_the_table_says(with_site):
    found = {act: {} for act in expected()}

    async def story(site):
        mover, other, account = await site.account("Mover"), await site.account("Other"), await site.account("Account")
        people = {"mover": mover, "other": other, "guest": await site.guest(), "account": account, "outsider": account}
        people |= {"reader": await site.bot(mover, "read"), "bot": await site.bot(mover, "play")}
        keys = (f"act-{n}" for n in itertools.count())
        for act in expected():
            kind, _, seat = act.partition(":")
            do = {"type": kind, **WORDS.get(kind, {}), **({"seat": int(seat)} if seat else {})}
            table, spent = {}, True
            for person in PEOPLE:
                if spent or person == "outsider":  # what is refused changes nothing
                    table = await begun(mover, other, private=person == "outsider")
                answer = await people[person].post(f"/tables/{table['id']}/acts", json={"k": next(keys), "v": 4, "do": do})
                found[act][person] = answer.json().get("code", "ok")
                spent = found[act][person] == "ok"

    with_site(story)
    assert found == expected()
