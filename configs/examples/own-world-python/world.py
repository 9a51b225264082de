"""A world of your own as a process: the alchemist's cellar of own-world-js/world.js, word for word.

One message a line on stdin, one answer a line on stdout, in JSON; whatever else you want to print goes to stderr. See
"Bring your own world or agent" in the README of planwright. Nothing but Python's standard library is used.
"""

import json
import re
import sys

STORES = ["shelf 1", "shelf 2", "chest 1", "chest 2", "barrel 1"]
CLOSABLE = ["chest 1", "chest 2"]
HEATERS = ["stoveburner 1", "oven 1", "kiln 1"]
WORKS = "kiln 1"  # the only one that heats
TARGETS = ["crate 1", "table 1"]
CLUTTER = ["feather 1", "candle 1", "jar 1"]
PLACES = STORES + HEATERS + TARGETS

HELLO = {
    "type": "hello",
    "name": "alchemist",
    "version": "1.0.0",
    "maxSteps": 30,
    "scores": {"heated": "binary"},
    "manual": {
        "introduction": "You are in an alchemist's cellar. You stand at one place at a time and carry one thing at most.",
        "actions": [
            {
                "form": "go to {place}",
                "description": "walk to a place and see what is there",
                "alsoSaid": ["walk to {place}", "head over to {place}"],
            },
            {"form": "open {place}", "description": "open a place that is closed, when you stand at it"},
            {
                "form": "take {thing} from {place}",
                "description": "pick up a thing, when you stand at the place",
                "alsoSaid": ["pick up {thing} from {place}", "grab {thing} from {place}"],
            },
            {
                "form": "put {thing} in/on {place}",
                "description": "put down what you carry, when you stand at the place",
                "alsoSaid": ["put {thing} in {place}", "put {thing} on {place}", "place {thing} in/on {place}"],
            },
            {
                "form": "heat {thing} with {place}",
                "description": "heat what you carry, when you stand at what heats",
                "alsoSaid": ["heat {thing} using {place}"],
            },
            {"form": "look", "description": "see again what is where you stand"},
        ],
        "tasks": {"heat": "heat something and put it into its place"},
    },
}


class Refusal(Exception):
    """The instance is none of this world's: the run stops, for its suite is wrong."""


class Cellar:
    """One episode."""

    def __init__(self, setup):
        seed, thing, target = (setup.get(key) for key in ("seed", "thing", "target"))
        if type(seed) is not int or not isinstance(thing, str) or f"{target} 1" not in TARGETS:
            raise Refusal("the setup of a cellar has a whole seed, a thing, and the target crate or table")
        draw = create_draw(seed)
        self.order = shuffle(PLACES, draw)
        self.wanted, self.target = f"{thing} 1", f"{target} 1"
        self.things = list(dict.fromkeys([self.wanted] + CLUTTER))
        self.lies = {one: pick(STORES, draw) for one in [self.wanted] + CLUTTER}
        self.opened = set()
        self.at = self.carried = ""
        self.heated = False

    def begin(self):
        places = ", ".join(f"a {place}" for place in self.order)
        return self.turn(f"You are in the middle of a room. Looking around, you see {places}.")

    def step(self, action):
        return self.turn(self.act(action) if action in self.offered() else self.refuse(action))

    def turn(self, observation):
        won = self.heated and self.lies.get(self.wanted) == self.target
        return {
            "type": "turn",
            "observation": observation,
            "reward": 1 if won else 0,
            "terminated": won,
            "admissible": self.offered(),
            "scores": {"heated": 1 if self.heated else 0},
        }

    def is_shut(self, place):
        return place in CLOSABLE and place not in self.opened

    def contents(self, place):
        return [thing for thing in self.things if self.lies.get(thing) == place]

    def show(self, place):
        if self.is_shut(place):
            return f"The {place} is closed."
        seen = ", ".join(f"a {thing}" for thing in self.contents(place)) or "nothing"
        if place in CLOSABLE:
            return f"The {place} is open. In it, you see {seen}."
        return f"On the {place}, you see {seen}."

    def offered(self):
        at, carried = self.at, self.carried
        actions = [f"go to {place}" for place in self.order if place != at]
        if self.is_shut(at):
            actions.append(f"open {at}")
        elif carried == "":
            actions += [f"take {thing} from {at}" for thing in self.contents(at)]
        elif at != "":
            actions.append(f"put {carried} in/on {at}")
        if carried != "" and at in HEATERS:
            actions.append(f"heat {carried} with {at}")
        return actions + ["look"]

    def act(self, action):
        verb = action.split(" ")[0]
        if verb == "go":
            self.at = action[len("go to ") :]
            return f"You arrive at the {self.at}. {self.show(self.at)}"
        if verb == "open":
            self.opened.add(self.at)
            return f"You open the {self.at}. {self.show(self.at)}"
        if verb == "take":
            self.carried = re.match(r"take (.+) from ", action).group(1)
            del self.lies[self.carried]
            return f"You pick up the {self.carried} from the {self.at}."
        if verb == "put":
            put, self.carried = self.carried, ""
            self.lies[put] = self.at
            return f"You put the {put} in/on the {self.at}."
        if verb == "heat":
            if self.at != WORKS:
                return f"The {self.at[:-2]} cannot heat the {self.carried}."
            self.heated = self.heated or self.carried == self.wanted
            return f"You heat the {self.carried} using the {self.at}."
        if self.at == "":
            return "You are in the middle of a room."
        return f"You are facing the {self.at}. {self.show(self.at)}"

    def refuse(self, action):
        for thing in self.things:
            if action == f"heat {thing} with {self.at}" and thing != self.carried:
                return f"You are not carrying the {thing}."
        return "Nothing happens."


def create_draw(seed):
    """Draws that world.js makes as well (mulberry32): numbers in [0, 1)."""
    state = seed & 0xFFFFFFFF

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = ((state ^ (state >> 15)) * (1 | state)) & 0xFFFFFFFF
        mixed = ((mixed + (((mixed ^ (mixed >> 7)) * (61 | mixed)) & 0xFFFFFFFF)) ^ mixed) & 0xFFFFFFFF
        return (mixed ^ (mixed >> 14)) / 4294967296

    return draw


def pick(items, draw):
    return items[int(draw() * len(items))]


def shuffle(items, draw):
    rest = list(items)
    return [rest.pop(int(draw() * len(rest))) for _ in items]


def main():
    cellar = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            answer = HELLO
        elif kind == "reset":
            try:
                cellar = Cellar(message["instance"]["setup"])
                answer = cellar.begin()
            except Refusal as refusal:
                answer = {"type": "refuse", "message": str(refusal)}
        elif kind == "step":
            answer = cellar.step(message["action"])
        else:
            continue  # "end" has no answer
        print(json.dumps(answer), flush=True)


main()
