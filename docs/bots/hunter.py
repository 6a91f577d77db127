"""A small bot for Shieldwall: it does what promises most, and otherwise goes to where enemies are."""
import json
import math
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def hear():
    return json.loads(sys.stdin.readline() or sys.exit())


def nearness(cell, view):
    foes = [one for one in view["combatants"] if hostile[one["side"]] and one["vitality"] == "active"]
    return 0.001 / (1 + min((math.dist(centre[cell], centre[one["cell"]]) for one in foes), default=0))


def rated(offer, view):
    """What can be chosen of an offer, with how good it looks."""
    plain = {key: offer[key] for key in ("action", "item", "mode") if offer[key] is not None}
    fields = [field for field in offer.get("fields", []) if field.get("one_of")]
    paces = [field for field in fields if field["one_of"][-1]["band"] is not None]
    plain["fields"] = {field["key"]: field["one_of"][-1]["key"] for field in paces}
    targets = {} if offer["targets"] == "none" else offer["targets"]
    for way in targets.get("cells", []):
        yield nearness(way["cell"], view), plain | {"target": {"cell": way["cell"]}}
    for aim in [{"target": target} for target in targets.get("any_of", [])] or [{}] * (not targets):
        say(type="forecast", choice=plain | aim)
        forecast = hear().get("forecast") or {"worth": 0}
        yield forecast["worth"] + (0.01 if "attack" in offer["role"] else 0), plain | aim


while message := hear():
    if message["type"] == "setup":
        centre = [cell["at"] for cell in message["level"]["cells"]]
        hostile = [side["hostile"] for side in message["sides"]]
    elif message["type"] == "decision":
        offers, view, count = message["decision"]["offers"], message["view"], message["choices"]
        all_rated = [one for offer in offers for one in rated(offer, view)]
        say(type="choose", choice=max(all_rated, key=lambda one: one[0])[1])
    elif message["type"] == "refused":
        say(type="choose", choice=random.randrange(count))
