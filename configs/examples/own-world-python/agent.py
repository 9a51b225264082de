"""An agent of your own as a process: the one of own-world-js/agent.js. It asks the model through planwright, so that its
calls are counted, cached and recorded; one that has a model of its own just answers "act" without asking.
"""

import json
import re
import sys


def receive():
    """The next message; an empty one when there will be none."""
    line = sys.stdin.readline()
    return json.loads(line) if line else {"type": ""}


def send(message):
    print(json.dumps(message), flush=True)


def ask(messages):
    """What the model answers."""
    send({"type": "ask", "messages": messages, "maxTokens": 50, "stop": ["\n"]})
    return receive()["text"]


def decide(episode, steps):
    """The next action of an episode."""
    manual = episode["manual"]
    start = "Your job: {goal}\n\nObservation: {observation}".format(**episode)
    messages = [
        {"role": "system", "content": describe_rules(manual, episode["plan"])},
        {"role": "user", "content": request(start)},
    ]
    for step in steps:
        messages.append({"role": "assistant", "content": step["action"] or "(nothing)"})
        messages.append({"role": "user", "content": request("Observation: " + step["observation"])})
    return read_action(ask(messages), manual)


def describe_rules(manual, plan):
    forms = "\n".join("- {form}: {description}".format(**one) for one in manual["actions"])
    rules = [manual["introduction"], "You can take these actions, one at a time:\n" + forms]
    return "\n\n".join(rules + (["Follow this plan:\n" + plan] if plan else []))


def request(text):
    return text + "\n\nWrite your next action and nothing else, with names just as the observations write them."


def read_action(text, manual):
    """The first action in what the model writes, in the form that the manual gives it; all of it where there is none."""
    for one in manual["actions"]:
        for words in [one["form"]] + one.get("alsoSaid", []):
            found = re.search(pattern_of(words), text.lower(), re.ASCII)
            if found:
                return re.sub(r"\{(\w+)\}", lambda slot: found.group(slot.group(1)), one["form"])
    return text.strip()


def pattern_of(words):
    """Words with slots as a pattern: a slot is a name with its number."""
    return r"\b" + re.sub(r"\{(\w+)\}", r"(?:the |an? )?(?P<\1>\\w+ \\d+)", words) + r"(?!\w)"


def main():
    episode = None
    while True:
        message = receive()
        kind = message["type"]
        if kind == "":
            return
        if kind == "hello":
            send({"type": "hello", "name": "one-line", "version": "1.0.0"})
        elif kind == "begin":
            episode = message
            send({"type": "ready"})
        elif kind == "act":
            send({"type": "act", "action": decide(episode, message["steps"])})


main()
