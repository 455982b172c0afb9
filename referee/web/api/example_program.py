"""The program that ``/api`` shows: it plays a whole match of the Ascenseur."""

PROGRAM = r'''import json, os, random, urllib.error, urllib.request, uuid

URL, TOKEN = os.environ["REFEREE_URL"], os.environ["REFEREE_TOKEN"]
MOST = 5  # cards in the longest deal


def ask(path, value=(), **headers):  # the status and the value of an answer
    body = {"data": json.dumps(value).encode()} if value else {}
    head = {"Authorization": f"Bearer {TOKEN}", "Accept-Language": "en", "Content-Type": "application/json"}
    head |= {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{URL}/api/v1{path}", headers=head, **body)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def answered(asked):
    """Bids out of the blue, and tricks as the cards might fall."""
    cards = min(asked["round"], 2 * MOST - asked["round"])
    if asked["step"] == "bids":
        bids = {player: random.randint(0, cards) for player in asked["order"]}
        return {"step": "bids", "bids": bids}
    takers = random.choices(asked["order"], k=cards)
    tricks = {player: takers.count(player) for player in asked["order"]}
    return {"step": "tricks", "tricks": tricks}


file = {"format": "referee-match/1", "game": "ascenseur", "players": ["Ana", "Bob", "Cléa", "Dan"]}
file |= {"options": {"max_cards": MOST}, "entries": []}
_, match = ask("/matches", file, Idempotency_Key=str(uuid.uuid4()))
path, mark = f"/matches/{match['id']}", match["mark"]
while not (sheet := ask(f"{path}/sheet")[1])["over"]:
    condition = {"If_Match": f'"{mark}"', "Idempotency_Key": str(uuid.uuid4())}  # the log as seen, once
    status, said = ask(f"{path}/entries", answered(sheet["next"]), **condition)
    if status == 422:  # the bids may not make the number of cards: say others
        print(said["violations"][0]["message"])
    else:
        mark = said["mark"]
print(*(f"{place}. {', '.join(sides)}" for place, sides in enumerate(sheet["ranking"], 1)), sep="\n")
'''
