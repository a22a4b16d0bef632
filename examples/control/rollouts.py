"""Rollouts of a task over worldc's control protocol, with nothing but the standard library.

usage: python3 rollouts.py WORLD_FILE TASK EPISODES [COMMAND…]

One process holds many episodes: each is reset with a seed, stepped with tools, scored and closed. The agent here lists the
fruit and stars the first that is cheap enough on even seeds, and does nothing on odd ones. Prints one JSON line per episode:
its seed, and whether it was a success.
"""

import json
import subprocess
import sys


class Control:
    """A `worldc serve FILE --control` process."""

    def __init__(self, command, world):
        self.process = subprocess.Popen(
            [*command, "serve", world, "--control"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, op, **fields):
        """Sends a request and gives its response; raises RuntimeError for what is refused."""
        self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self.process.stdin.flush()
        response = json.loads(self.process.stdout.readline())
        if not response["ok"]:
            raise RuntimeError(f"{response['error']['code']}: {response['error']['message']}")
        return response

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def rollout(control, task, seed):
    """One episode; gives whether it was a success, or None where the seed has no instance."""
    try:
        episode = control("reset", task=task, seed=seed)["episode"]
    except RuntimeError as refused:
        if str(refused).startswith("void-seed"):
            return None
        raise
    if seed % 2 == 0:
        fruit = control("step", episode=episode, tool="list_fruit")["output"]
        control("step", episode=episode, tool="star", args={"fruit": fruit[0]["id"]})
    control("step", episode=episode, tool="finish", args={"summary": "Done."})
    success = control("score", episode=episode)["score"]["success"]
    control("close", episode=episode)
    return success


def main():
    world, task, episodes, *command = sys.argv[1:]
    control = Control(command or ["npx", "worldc"], world)
    for seed in range(1, int(episodes) + 1):
        print(json.dumps({"seed": seed, "success": rollout(control, task, seed)}))
    control.close()


if __name__ == "__main__":
    main()
