# SPDX-License-Identifier: GPL-3.0-or-later
"""Random valid questions to salvo, drawn from what salvo itself says of its rulebooks, procedures and options: what
scripts/combinations and scripts/same share. One seed draws the same questions from the same program.

A question is a command line with the files that it reads. A generator asks a program for its schemas, its units and its
options once, and then draws questions; it knows for each kind which refusals a valid word may still meet (REFUSALS)."""
import csv
import functools
import glob
import io
import itertools
import json
import math
import os
import random
import re
import shlex
import shutil
import signal
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TREE = "{tree}"  # in words and files: the checkout of whichever program is asked

TIME = 120  # seconds of processor time after which a command hangs ...
WALL = 1200  # ... and of any time

# The environment of the program. The user's own rulebooks must not affect it.
ENVIRONMENT = {"LC_ALL": "C", "OMP_WAIT_POLICY": "passive", "XDG_DATA_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent",
               "SALVO_RULES_PATH": "", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class Answer:
    """What a command printed and wrote."""

    def __init__(self, status, out, complaint, files):
        self.status, self.out, self.complaint, self.files = status, out, complaint, files

    def json(self):
        return json.loads(self.out)


class Program:
    """A program with the checkout whose data and rulebooks it reads."""

    def __init__(self, path, tree=ROOT, before=()):
        self.path, self.tree, self.before = os.path.realpath(path), os.path.realpath(tree), list(before)

    def fill(self, text):
        return text.replace(TREE, self.tree)

    def environment(self, more):
        told = {**os.environ, **ENVIRONMENT, "SALVO_DATA": os.path.join(self.tree, "data"), **more}
        told.pop("SALVO_RULESET", None)
        return {key: self.fill(value) for key, value in told.items()}

    def ask(self, words, folder=None, environment=None, processor=TIME, before=()):
        """Status 'hangs' where it takes more seconds of processor time. `before`: a command that runs the program."""
        process = subprocess.Popen(["prlimit", f"--cpu={processor}", *self.before, *before, self.path, *map(self.fill, words)],
                                   cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                   env=self.environment(environment or {}))
        try:
            out, complaint = process.communicate(timeout=WALL)
            status = "hangs" if -process.returncode in (signal.SIGXCPU, signal.SIGKILL) else process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, complaint = process.communicate()
            status = "hangs"
        return Answer(status, out.replace(self.tree.encode(), TREE.encode()), complaint.decode(errors="replace"), {})


class Question:
    """A command line. `steps` are asked before it in the same folder; `before` is a command that runs it; `parts` are (name, question, compare): compare(answer,
    the part's answer) says what differs, or nothing."""

    def __init__(self, kind, words, files=None, environment=None, steps=(), parts=(), before=()):
        self.kind, self.words, self.files, self.environment = kind, list(words), files or {}, environment or {}
        self.steps, self.parts, self.before = list(steps), list(parts), list(before)

    def line(self):
        told = [f"{key}={shlex.quote(value)}" for key, value in self.environment.items()]
        lines = [" ".join(told + [*self.before, "salvo", shlex.join(words)]) for words in [*self.steps, self.words]]
        return " && ".join(lines).replace(TREE, ROOT)

    def write(self, folder, program):
        for name, text in self.files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(program.fill(text))

    def ask(self, program, folder, more=()):
        """Its answer in the folder, with every file that it wrote; `more` are options of the command."""
        self.write(folder, program)
        for words in self.steps:
            answer = program.ask(words, folder, self.environment)
            if answer.status != 0:
                return answer
        answer = program.ask(with_options(self.words, more), folder, self.environment, before=self.before)
        for path, _, names in os.walk(folder):
            for name in names:
                at = os.path.relpath(os.path.join(path, name), folder)
                if at not in self.files and not at.endswith((".db", ".db-journal")):
                    with open(os.path.join(folder, at), "rb") as file:
                        answer.files[at] = file.read().replace(program.tree.encode(), TREE.encode())
        return answer


def with_options(words, more):
    """Options go before the "--" of two variants: behind it they are the second one's alone."""
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], *more, *words[at:]]


def without_option(words, name):
    """The words without an option and its value."""
    at = words.index(name) if name in words else len(words)
    return [*words[:at], *words[at + 2:]]


def without_title(answer):
    """The answer of a file, whose title is its own."""
    return {key: value for key, value in answer.items() if key != "title"}


# The messages with which salvo may refuse words that are valid one by one: (kinds or None, message, why no schema has
# the rule).
REFUSALS = [
    (("subjects",), r"0/1 is impossible: |has no outcome '", "a result that cannot occur, or always does"),
    (None, r"each side needs a unit, as in attack-militia=2", "a side of Fleet and Front that has nobody"),
    (None, r"this trick is for fire", "a trick of the tests that a procedure does not have"),
    (None, r"a side can have at most \d+ units", "a side of Fleet and Front that is too large"),
    (("curve",), r"=\S+ is only for \S+; here \S+=", "a sweep of a parameter that has no place beside the others"),
    (None, r"(posture|mode)=[\w-]+: [\w-]+ takes ", "a posture that this class of stand does not take"),
    (None, r"is not a value of \S+ in the \w+ game; use .* for the others", "a value of M.A.D.'s other game"),
    (None, r"-ammo=\w+: |ammo=\w+: the .* has none", "ammunition that this gun does not have"),
    (None, r"unknown cell: .*; it is lost in the data '\w+'", "a lost cell of Rookie Rules"),
    (None, r"and no activation after them", "an activation of Rookie Rules that is none"),
    (None, r"=\S+ has no effect with \S+; leave it out", "a word that counts for nothing beside another"),
    (None, r"needs (more than )?\d+ states; at most \d+ are enumerated", "a chain that is too large, which should be exact"),
    (("points",), r"too few battles have a winner to find prices", "prices of battles that hardly anybody wins"),
    (None, r"a vehicle fights alone", "several vehicles on a side of Skank's duel"),
    (None, r"going=\w+: the .* cannot go there", "ground where this vehicle may not go"),
    (None, r"mount=\d+: .* fires \d+ weapons? here", "a mount that this unit does not have"),
    (None, r"weapons=[\w-]+: .* is (not a|no) vehicle and has none", "a weapon of vehicles that this unit does not have"),
    (None, r"has no total '\w+'$", "a total that these values leave out"),
    (None, r"--set: the bracket ends before the one to its left", "a bracket that a changed cell breaks"),
    (None, r"/data/[\w-]+/[\w-]+\.csv:\d+:\d+: ", "a table that a changed cell breaks"),
    (None, r"cards decide who acts next; leave --acts out", "who acts, where a card says so"),
    (None, r"a figure has no tires", "a part that only vehicles have"),
    (None, r"is not infantry, and only infantry uses anti-tank grenades|the two are \S+ m apart", "grenades that this element has not, or contact at a distance"),
    (None, r"burn-clip=yes: ", "a clip of a weapon that has none, or of a figure that moves"),
    (None, r"morale=yes: |a squad that checks its morale has at most", "morale of what is no squad"),
    (("matrix",), r"\.duel has no parameter '\w+'", "an option of duels that this book's do not have"),
    (None, r"group=\d+: .* has (no groups|\d+ groups?) of guns", "a group of guns that this aircraft does not have"),
    (("efficiency", "formats"), r"--sort \S+: no unit has this figure", "a figure by the price in a rulebook without prices"),
    (("list",), r"has no units$", "units of a rulebook that has none"),
    (None, r"it hardly ever ends", "a battle that hardly ever ends cannot be simulated without a limit of turns"),
    (("army_list",), r"prices need two units or more", "an army whose units cannot fight each other"),
    (("points",), r"has (no points values|points values, but no formula)", "a rulebook without prices, or without their formula"),
    (("points",), r"battles cannot price ", "a unit that cannot fight there"),
    (None, r"--close-to is for lines that move|--halt-[ab] is for a line that moves|cannot halt at .* because lines stop|--attack-odds is for advances", "an option of lines that move, where nobody does"),
    (("points",), r"--\S+ and --\S+ exclude each other", "two options that exclude each other"),
    (("study", "job"), r"rules\.lua:\d+: ", "rules that a changed cell breaks"),
    (None, r"\.lua:\d+: ('\S+' has no function|the rules have no file|unknown procedure|rules call '\S+' while they are read|no rule uses '|\S+ has no field)",
     "a house rule for another rulebook"),
]
REFUSALS = [(kinds, re.compile(message), why) for kinds, message, why in REFUSALS]


def expected_refusal(question, complaint):
    """Why the question may be refused so; None: it may not."""
    for kinds, message, why in REFUSALS:
        if (kinds is None or question.kind in kinds) and message.search(complaint):
            return why
    return None


class Book:
    """A rulebook as its program tells of it; it is asked for what is needed, once."""

    def __init__(self, program, words, folder, environment=None):
        self.program, self.words, self.folder, self.environment = program, words, folder, environment or {}
        self.id = words[1].rsplit("/", 1)[-1]
        self.answered = []  # questions about a procedure that were answered, with their outcomes
        self.expectations = {}  # of a procedure
        self.names = {}  # (procedure, parameter): its values

    @functools.cached_property
    def procedures(self):
        found = {}
        for row in self.rows("manual", *self.words):
            found.setdefault(row["procedure"], []).append(row)
        return found

    @functools.cached_property
    def listed(self):
        return self.rows("list", "units", *self.words)

    @property
    def units(self):
        return [row["name"] for row in self.listed if "name" in row]

    @property
    def priced(self):
        return bool(self.listed) and "points" in self.listed[0]

    @property
    def nations(self):
        return sorted({row["nation"] for row in self.listed if row.get("nation")})

    @functools.cached_property
    def battle(self):
        """The parameters of a battle."""
        return self.rows("battle", *self.words, "--help") if self.units else []

    @property
    def duel(self):
        return self.procedures.get(f"{self.id}.duel")

    @functools.cached_property
    def fires(self):
        """Whether one unit can fire at another."""
        words = ["fire", self.units[0], self.units[0], *self.words, "--range", "1"]
        return self.program.ask(words, environment=self.environment).status == 0

    @property
    def data(self):
        """What procedures are asked with: their names say a rulebook that is found by name."""
        return self.words if self.words[0] == "--data" else []

    def rows(self, *words):
        answer = self.program.ask([*words, "--format", "json"], environment=self.environment)
        if answer.status != 0 or not answer.out.lstrip().startswith(b"["):
            return []
        return answer.json()

    @functools.cached_property
    def tables(self):
        """{name: its rows, the heading first} of those with ids."""
        found = {}
        for path in sorted(glob.glob(os.path.join(self.program.fill(self.folder), "*.csv"))):
            with open(path, encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            if len(rows) > 1 and rows[0][0] == "id":
                found[os.path.basename(path)[:-4]] = rows
        return found

    @functools.cached_property
    def ranges(self):
        """The brackets that a sweep takes, beside some plain distances."""
        found = {0, 1, 6, 12}
        for name, schema in self.procedures.items():
            if any(row["parameter"] == "range" and row["bracketed"] for row in schema) and len(found) < 12:
                required = [f"{row['parameter']}={self.values_of(name, row)[0]}" for row in schema
                            if row["default"].startswith("required") and row["parameter"] != "range" and self.values_of(name, row)]
                answer = self.program.ask(["curve", name, *self.words, *required, "--over", "range", "--format", "csv"],
                                          environment=self.environment)
                if answer.status == 0:
                    found |= {float(row["range"]) for row in csv.DictReader(io.StringIO(answer.out.decode(), newline=""))
                              if row.get("range")}
        return [f"{x:g}" for x in sorted(found)]

    def values_of(self, procedure, row):
        """The choices of a parameter, or the ids that complete it."""
        if row["choices"]:
            return row["choices"].split(" ")
        if row["kind"] not in ("name", "list"):
            return []
        key = procedure, row["parameter"]
        if key not in self.names:
            words = ["--complete", "odds", procedure, *self.words, f"{row['parameter']}="]
            out = self.program.ask(words, environment=self.environment).out.decode()
            self.names[key] = [line.split("\t")[0].split("=", 1)[1] for line in out.splitlines() if "=" in line]
        return self.names[key]


def books_of(program):
    """Those shipped, those of the examples, found by name on the path, and those of the tests, by their folders."""
    path = {"SALVO_RULES_PATH": f"{TREE}/examples/rulebooks"}
    found = []
    for folder in sorted(glob.glob(os.path.join(program.tree, "data/*/ruleset.yaml"))):
        name = os.path.basename(os.path.dirname(folder))
        found.append(Book(program, ["-r", name], f"{TREE}/data/{name}"))
    for folder in sorted(glob.glob(os.path.join(program.tree, "examples/rulebooks/*/ruleset.yaml"))):
        name = os.path.basename(os.path.dirname(folder))
        found.append(Book(program, ["-r", name], f"{TREE}/examples/rulebooks/{name}", path))
    for folder in sorted(glob.glob(os.path.join(program.tree, "tests/lua/*/ruleset.yaml"))):
        name = os.path.basename(os.path.dirname(folder))
        found.append(Book(program, ["--data", f"{TREE}/tests/lua/{name}"], f"{TREE}/tests/lua/{name}"))
    return found


def options_of(program, command):
    """[(name, what help calls its value or None, its help)] of a command."""
    told = program.ask([command, "--help", "all"])
    told = told if told.status == 0 else program.ask([command, "--help"])  # a program that shows all of them at once
    shown = re.sub(r"\n {27}(?=\S)", " ", told.out.decode())
    found = re.findall(r"^  (?:-\w, |    )(--[a-z-]+) (?:(\S+) +|  +)(.*)$", shown, re.M)
    return [(name, value or None, told) for name, value, told in found]


FIRST = {"battle": "a wins", "duel": "a-wins", "fire": "0"}


def same_chance(chance, part, kind):
    """What differs from the chance of the first outcome in the answer of the subject's own command, if that is exact."""
    answer = part.json()
    if answer["method"] != "exact":
        return None
    own = answer["p_a"] if kind != "fire" else \
        next((row["probability"] for row in answer["outcomes"] if row["outcome"] == FIRST[kind]), 0)
    return differs(float(chance), float(own), 1e-11)


class Generator:
    """Draws questions. `whole` numbers are small, armies and logs short, simulations of few trials: a question is cheap."""

    def __init__(self, program, seed, kinds=()):
        """Of some kinds alone, where there are any in `kinds`."""
        self.program = program
        self.die = random.Random(seed)
        # Shipped rulebooks are more frequent, because they have most procedures.
        self.books = [book for book in books_of(program) for _ in range(4 if "/data/" in book.folder else 1)]
        self.fighting = [book for book in self.books if book.battle]
        self.shipped = [book for book in self.books if book.words[0] == "-r"]
        self.options = {}
        self.pairs = {}
        self.kinds = [(getattr(self, name), weight) for name, weight in KINDS.items() if name in kinds or not kinds]
        self.asked_pairs = set()

    def draw(self):
        kinds, weights = zip(*self.kinds)
        question = None
        while question is None:
            question = self.die.choices(kinds, weights)[0]()
        return question

    # Values.

    def of(self, values):
        return self.die.choice(values)

    def one(self, values, fits):
        """One of those that fit, of which there are some."""
        while not fits(value := self.of(values)):
            pass
        return value

    def often(self, chance):
        return self.die.random() < chance

    def seed(self):
        return str(self.die.randrange(1 << 32))

    def value(self, book, procedure, row):
        """A value that the parameter may have, or None."""
        values = book.values_of(procedure, row)
        kind = row["kind"]
        if row["word"] and " " not in row["word"] and self.often(0.2):
            return row["word"]
        if kind == "flag":
            return self.of(["yes", "no"])
        if kind == "list":
            return ",".join(self.die.sample(values, min(len(values), self.die.randint(1, 2)))) if values else None
        if values:
            return self.of(values)
        if row["bracketed"] or row["parameter"] == "range":
            least, most = row["min"] or 0, row["max"] if row["max"] is not None else math.inf
            return self.of([x for x in book.ranges if least <= float(x) <= most] or [f"{least:g}"])
        if kind in ("whole", "number"):
            least = row["min"] if row["min"] is not None else 0
            most = row["max"] if row["max"] is not None else 1000
            small = [x for x in (least, 0, 1, 2, 3, 4, 5, 6, 8, 12) if least <= x <= most]
            x = self.of([*small, min(most, 40)] if self.often(0.1) else small)
            return f"{x:g}"
        return row["preset"]

    def words(self, book, procedure, schema, but=(), share=0.3):
        """key=value words of a schema: what is required, and some of the rest, with the conditions that it tells."""
        chosen, ruled_out = {}, set(but)
        for row in schema:
            key = row["parameter"]
            excludes = set(re.findall(r"none with ([\w-]+)", row["default"]))
            for other in excludes:  # those that take this one's place come later in some schemas
                if self.often(0.5):
                    ruled_out.add(other)
            required = row["default"].startswith("required") and chosen.get(row["unless"] or "") != "yes"
            if key in ruled_out or key in chosen or excludes & set(chosen):
                continue
            if row["only"] and not self.holds(row["only"], chosen, schema):
                continue
            if required or self.often(share):
                value = self.value(book, procedure, row)
                if value is not None:
                    chosen[key] = value
                    ruled_out |= excludes
        if any(row["unless"] and chosen.get(row["unless"]) == "yes" for row in schema):
            for row in schema:
                if row["unless"] and chosen.get(row["unless"]) == "yes":
                    chosen.pop(row["parameter"], None)
        return [f"{key}={value}" for key, value in chosen.items()]

    @staticmethod
    def holds(condition, chosen, schema):
        key, values = condition.split("=", 1)
        preset = next((row["preset"] for row in schema if row["parameter"] == key), None)
        return chosen.get(key, preset) in values.split("|")

    def army(self, book, most=3):
        chosen = self.die.sample(book.units, min(len(book.units), self.of([1, 1, 1, 2])))
        left = most
        told = []
        for unit in chosen:
            count = self.die.randint(1, max(1, min(2, left - (len(chosen) - 1 - len(told)))))
            left -= count
            told.append(f"{count} {unit}")
        return ", ".join(told)

    def cell(self, book, named=""):
        """A cell with a value that another row has: TABLE.ROW.COLUMN=VALUE. Of a row that is named, if there is one."""
        numbers = [(name, column) for name, rows in book.tables.items() if name not in ("rulings", "appendix")
                   for column in range(1, len(rows[0]))
                   if sum(re.fullmatch(r"\d+(\.\d+)?", row[column]) is not None for row in rows[1:] if len(row) == len(rows[0])) > 1]
        if not numbers:
            return None
        if named:
            numbers = [(name, column) for name, column in numbers if name == "units"] or numbers
        name, column = self.of(numbers)
        rows = [row for row in book.tables[name][1:] if len(row) == len(book.tables[name][0])
                and re.fullmatch(r"\d+(\.\d+)?", row[column])]
        mentioned = [row for row in rows if len(row) > 1 and row[1] and row[1] in named]
        return f"{name}.{self.of(mentioned or rows)[0]}.{book.tables[name][0][column]}={self.of(rows)[column]}"

    # Options.

    def option(self, command, verb, book, name, value, told):
        """The words of an option, or None where it does not go with what is asked."""
        if "duel" in (command, verb) and name in PLAN and not any(f"--{row['parameter']}" == name for row in book.duel):
            return None
        tasks = re.match(r"(audit|test|fit|price)(?: or (\w+))?:", told)
        if tasks and verb not in tasks.groups():
            return None
        choices = {
            "--targets": lambda: self.of(["in-order", "weakest", "strongest", "spread", "best", "best"]),
            "--acts": lambda: self.of(["in-order", "best"]),
            "--scenario": lambda: self.of(["hold", "advance", "meeting"]),
            "--first": lambda: self.first(book),
            "--turns": lambda: str(self.die.randint(1, 6)),
            "--break-at": lambda: self.of(["0.5", "0.3", "1"]),
            "--close-to": lambda: self.of(book.ranges[1:3]) if book else None,
            "--halt-a": lambda: self.of(book.ranges[1:]) if book else None,
            "--halt-b": lambda: self.of(book.ranges[1:]) if book else None,
            "--precision-of": lambda: self.of(["win", "all"]),
            "--isa": lambda: self.of(["auto", "portable"]),
            "--digits": lambda: str(self.die.randint(0, 9)),
            "--of": lambda: self.of(["p_a", "p_b", "score"]) if command == "sensitivity" and verb != "points" else None,
            "--step": lambda: self.of(["1", "2", "10%"]),
            "--top": lambda: str(self.die.randint(1, 5)),
            "--sort": lambda: self.of(["hit", "kill-per-point", "damage", "exchange"]),
            "--tolerance": lambda: self.of(["0.05", "0.1", "0.2"]),
            "--attack-odds": lambda: self.of(["1", "1.5", "2"]),
            "--round-to": lambda: self.of(["1", "5", "10", "preferred"]),
            "--change-at-most": lambda: self.of(["10%", "50%"]),
            "--prior": lambda: self.of(["0.2", "1"]),
            "--least": lambda: "1",
            "--greatest": lambda: "500",
            "--why": lambda: "all",
            "--nation": lambda: self.of(book.nations) if book and book.nations else None,
            "--set": lambda: self.cell(book) if book else None,
            "--chart": lambda: "chart.csv",
            "--also": lambda: "also." + self.of(["csv", "json", "md", "html", "txt", "tex"]),
            "--seed": self.seed,
        }
        if re.match("--(targets|acts)-[ab]$", name):
            choice = choices[name[:-2]]
        else:
            choice = choices.get(name)
        if value is None:
            return [name] if name in ("--plot", "--quiet", "--cumulative", "--round") else None
        chosen = choice() if choice else None
        return None if chosen is None else [name, chosen]

    def first(self, book):
        for row in book.duel or () if book else ():
            if row["parameter"] == "first":
                return self.of(row["choices"].split(" "))
        return None

    def options_of(self, command):
        if command not in self.options:
            self.options[command] = options_of(self.program, command)
        return self.options[command]

    def takes(self, command):
        return {name for name, _, _ in self.options_of(command)}

    def some_options(self, command, verb, book, but=()):
        """Two options that the command takes, each pair once before any comes again."""
        key = command, verb
        if not self.pairs.get(key):
            rows = [row for row in self.options_of(command) if row[0] not in but
                    and self.option(command, verb, book, *row) is not None]
            if len({row[0] for row in rows}) < 2:
                return []
            self.pairs[key] = [pair for pair in itertools.combinations(rows, 2) if pair[0][0] != pair[1][0]]
            self.die.shuffle(self.pairs[key])
        pair = self.pairs[key].pop()
        words = []
        for row in pair:
            if row[0] not in but:
                words += self.option(command, verb, book, *row) or []
        self.asked_pairs.add((command, verb, pair[0][0], pair[1][0]))
        return words

    def format(self):
        return ["--format", self.of(["json"] * 6 + ["csv"] * 2 + ["table", "markdown", "html", "latex"])]

    def method(self, trials=2000):
        how = self.of(["exact", "exact", "mc", "both", "dice"])
        if how == "exact":
            return []
        return ["--method", how, "--trials", str(self.die.randint(1, trials if how != "dice" else 200)), "--seed", self.seed()]

    def both(self):
        return ["--method", "both", "--trials", "20000", "--seed", self.seed()]

    # Kinds of questions. Each is a command with the fewest words, and two of its options.

    def question(self, kind, command, verb, book, words, but=(), trials=2000, method=True):
        options = self.some_options(command, verb, book, but) if self.often(0.6) else []
        how = self.method(trials) if method else []
        if "--seed" in options and "--seed" in how:
            how = how[:-2]
        if "--seed" in options and method and not how:
            how = ["--method", "mc", "--trials", str(self.die.randint(1, trials))]
        if "--precision-of" in options and "--trials" in how:
            at = how.index("--trials")
            how[at:at + 2] = ["--precision", "0.05"]
        elif "--precision-of" in options:
            how = ["--method", "mc", "--precision", "0.05"]
        form = [] if "--plot" in options else self.format()  # a plot is text
        return Question(kind, [*words, *options, *how, *form], environment=book.environment if book else {})

    def procedure(self, book=None, share=0.3):
        """(book, name, words) of a procedure asked of at random."""
        book = book or self.of(self.books)
        name = self.of(list(book.procedures))
        return book, name, [name, *book.data, *self.words(book, name, book.procedures[name], share=share)]

    def odds(self):
        book, _, words = self.procedure()
        if self.often(0.3):
            return Question("odds", ["odds", *words, *self.both(), "--format", "json"], environment=book.environment)
        return self.question("odds", "odds", None, book, ["odds", *words], but=(*PLAN, "--totals", "--cumulative"))

    def totals(self):
        book, name, words = self.procedure()
        if name not in book.expectations:
            answer = self.program.ask(["odds", *words, "--format", "json"], environment=book.environment)
            if answer.status != 0:
                return None
            book.expectations[name] = list(answer.json()["expectations"])
        if not book.expectations[name]:
            return None
        how = ["--totals", self.of(book.expectations[name]), *(["--cumulative"] if self.often(0.5) else [])]
        if any(row["parameter"] == "turns" for row in book.procedures[name]):  # totals of many turns take minutes
            words = [*(word for word in words if not word.startswith("turns=")), f"turns={self.die.randint(1, 3)}"]
        return Question("totals", ["odds", *words, *how, *self.method(), *self.format()], environment=book.environment)

    def explain(self):
        book, _, words = self.procedure()
        duelists = self.duelists(book) if self.often(0.4) and book in self.fighting else None
        words = ["duel", *duelists] if duelists else words
        return Question("explain", ["explain", *words, *self.format()], environment=book.environment)

    def curve(self):
        book, name, words = self.procedure(share=0.15)
        swept = [row for row in book.procedures[name] if row["kind"] in ("choice", "flag") or row["bracketed"]]
        if not swept:
            return None
        row = self.of(swept)
        key = row["parameter"]
        words = [word for word in words if not word.startswith(key + "=")]
        if row["unless"]:
            words = [word for word in words if not word.startswith(row["unless"] + "=")]
        over = key if not row["bracketed"] else f"{key}={','.join(self.die.sample(book.ranges, min(3, len(book.ranges))))}"
        return self.question("curve", "curve", None, book, ["curve", *words, "--over", over], but=PLAN, trials=500)

    def duelists(self, book, share=0.2):
        """Two units, the rulebook, and words of its duel; None where it has none of two units."""
        if not book.duel or not any(row["parameter"] == "a" for row in book.duel):
            return None
        words = self.words(book, f"{book.id}.duel", book.duel, but=("a", "b"), share=share)
        return [self.of(book.units), self.of(book.units), *book.words, *words]

    def duel_book(self):
        return self.one(self.fighting, lambda book: book.duel)

    def duel(self):
        book = self.duel_book()
        words = self.duelists(book)
        if words is None:
            return None
        if self.often(0.3):
            return Question("duel", ["duel", *words, *self.both(), "--format", "json"], environment=book.environment)
        given = {"--" + word.split("=")[0] for word in words if "=" in word}
        return self.question("duel", "duel", None, book, ["duel", *words], but=given)

    def battle_words(self, book, share=0.1):
        but = ("range", "scenario", "targets", "targets-a", "targets-b", "acts", "acts-a", "acts-b", "turns", "break-at",
               "close-to", "halt-a", "halt-b")
        return [*book.words, "--range", self.of(book.ranges), *self.words(book, f"{book.id}.battle", book.battle, but, share)]

    def battle(self):
        book = self.of(self.fighting)
        words = ["battle", "--a", self.army(book), "--b", self.army(book), *self.battle_words(book)]
        given = {"--range"} | {"--" + word.split("=")[0] for word in words if "=" in word}
        if self.often(0.2):
            return Question("battle", [*words, *self.both(), "--format", "json"], environment=book.environment)
        return self.question("battle", "battle", None, book, words, but=given)

    def compare(self):
        kind = self.of(["procedure", "duel", "battle"])
        trials = ["--trials", str(self.die.randint(1, 500)), "--seed", self.seed()]
        if kind == "procedure":
            book, name, words = self.procedure(share=0.1)
            change = self.words(book, name, book.procedures[name], share=0.2)
            change = [word for word in change if word not in words]
        else:
            book = self.duel_book()
            duelists = self.duelists(book, share=0.05)
            if duelists is None:
                return None
            if kind == "duel":
                words, name = duelists, f"{book.id}.duel"
                change = self.words(book, name, book.procedures[name], but=("a", "b"), share=0.2)
            else:
                words = ["--a", self.army(book, 2), "--b", self.army(book, 2), *self.battle_words(book, 0.02)]
                change = ["--b", self.army(book, 2)] if self.often(0.5) else ["--scenario", self.of(["advance", "meeting"])]
        if not change:
            return None
        return Question("compare", ["compare", *words, *trials, *self.format(), "--", *change], environment=book.environment)

    def fire(self):
        book = self.one(self.fighting, lambda book: book.fires)
        words = ["fire", self.army(book), self.of(book.units), *book.words, "--range", self.of(book.ranges)]
        return self.question("fire", "fire", None, book, words, but=("--range",), method=False)

    def subjects(self):
        """A verb about a subject that has a command of its own: its figures are those of that command."""
        book = self.one(self.fighting, lambda book: book.fires)
        kind = self.of(["battle", "fire", "duel"])
        if kind == "duel":
            duelists = self.duelists(book, share=0.1)
            if duelists is None:
                return None
            words = ["duel", *duelists]
        else:
            a = self.army(book, 2)
            b = self.army(book, 2) if kind == "battle" else self.of(book.units)
            words = [kind, a, b, *book.words, "--range", self.of(book.ranges)]
        verb = self.of(["odds", "luck", "compare", "curve"] if kind != "duel" else ["odds", "luck"])
        exact = ["--format", "json"]

        def ask(words):
            return Question("subjects", words, environment=book.environment)
        if verb == "odds":
            return Question("subjects", ["odds", *words, *exact], environment=book.environment,
                            parts=[("the short form", ask([*words, *exact]), lambda whole, part: differs(whole.json(), part.json()))])
        if verb == "luck":
            of = {"battle": "a wins", "duel": "a-wins", "fire": "0"}[kind]
            return Question("subjects", ["luck", *words, "--of", of, "--won", "0/1", *exact], environment=book.environment,
                            parts=[("its chance", ask([*words, *exact]),
                                    lambda whole, part: same_chance(whole.json()["all"]["chance"], part, kind))])
        other = self.of(book.ranges)
        at = words[:words.index("--range")]
        if verb == "compare":
            question = ["compare", *words, "--trials", "50", *exact, "--", "--range", other]

            def compare(key):
                return lambda whole, part: same_chance(next((row.get(key, 0) for row in whole.json()["outcomes"]
                                                         if row["outcome"] == FIRST[kind]), 0), part, kind) \
                    if whole.json()["method"] == "both" else None
            return Question("subjects", question, environment=book.environment, parts=[
                ("the first", ask([*words, *exact]), compare("first")), ("the second", ask([*at, "--range", other, *exact]), compare("second"))])
        question = ["curve", *at, "--over", f"range={words[-1]},{other}", *exact]

        def point(i):
            return lambda whole, part: same_chance(next((row["probability"] for row in whole.json()["points"][i]["outcomes"]
                                                     if row["outcome"] == FIRST[kind]), 0), part, kind) \
                if whole.json()["points"][i]["method"] == "exact" else None
        return Question("subjects", question, environment=book.environment, parts=[
            (f"point {i}", ask([*at, "--range", distance, *exact]), point(i)) for i, distance in enumerate((words[-1], other))])

    def tipping(self):
        book = self.of(self.fighting)
        words = ["tipping", self.of(book.units), self.of(book.units), *book.words, "--range", self.of(book.ranges)]
        return Question("tipping", [*words, "--method", "mc", "--trials", "50", "--seed", self.seed(), *self.format()],
                        environment=book.environment)

    def efficiency(self):
        book = self.one(self.fighting, lambda book: book.fires)
        units = ", ".join(self.die.sample(book.units, min(2, len(book.units))))
        words = ["efficiency", *book.words, "--range", self.of(book.ranges), "--units", units]
        if self.often(0.6):
            words += ["--against", self.of(book.units)]
        return self.question("efficiency", "efficiency", None, book, words, but=("--range", "--units", "--against", "--nation"), method=False)

    def few_units(self, book, n=3):
        return ", ".join(self.die.sample(book.units, min(n, len(book.units))))

    def matrix(self):
        book = self.of(self.fighting)
        words = ["matrix", *book.words, "--range", self.of(book.ranges), "--units", self.few_units(book)]
        how = self.of([[], ["--at", "numbers", "--numbers", "2", "--trials", "100", "--method", "mc"]])
        return self.question("matrix", "matrix", None, book, [*words, *how],
                             but={"--range", "--units", "--nation", "--at", "--seed", "--precision-of"} | ({"--first"} if how else BATTLE),
                             method=not how, trials=300)

    def points(self):
        book = self.of([book for book in self.fighting if book.priced])
        verb = self.of(["audit", "audit", "test", "test", "test", "price", "fit"])
        if verb == "audit":
            return Question("points", ["points", "audit", *book.words, *self.format()], environment=book.environment)
        words = ["points", verb, *([self.of(book.units)] if verb == "price" else []), *book.words,
                 "--range", self.of(book.ranges), "--scenario", self.of(["hold", "meeting", "hold,advance"]),
                 "--pairs", str(self.die.randint(20, 30)), "--elements", "2", "--kinds", str(self.die.randint(1, 2)),
                 "--precision", "0.3", *(["--rounds", "1"] if verb == "fit" else [])]
        given = ("--range", "--scenario", "--units", "--nation", "--per", "--time", "--export-units", "--precision")
        return self.question("points", "points", verb, book, words, but=given, method=False)

    def sensitivity(self):
        book = self.duel_book()
        words = self.duelists(book, share=0.05)
        cell = self.cell(book)
        if words is None or not cell:
            return None
        if not any(word.startswith("range=") for word in words):
            words += ["--range", self.of(book.ranges)]
        only = cell.split("=")[0].rsplit(".", self.of([1, 0]))[0]
        given = {"--" + word.split("=")[0] for word in words if "=" in word}
        return self.question("sensitivity", "sensitivity", "duel", book, ["sensitivity", "duel", *words, "--only", only],
                             but={"--range", "--nation", "--units", "--tolerance", "--pairs"} | BATTLE | given, method=False)

    def show(self):
        book = self.of(self.fighting)
        return self.question("show", "show", None, book, ["show", self.of(book.units), *book.words], method=False)

    def lists(self):
        book = self.of(self.books)
        table = self.of(["procedures", "units", *book.tables])
        return Question("list", ["list", table, *book.words, *self.format()], environment=book.environment)

    def check(self):
        book = self.of(self.books)
        return Question("check", ["check", book.folder, *self.format()])

    def manual(self):
        book = self.of(self.books)
        return Question("manual", ["manual", *book.words, *self.format()], environment=book.environment)

    # Dice.

    def dice_term(self, depth=0):
        die = self.die
        n, sides = die.randint(1, 4), self.of([4, 6, 8, 10, 12, 20])
        plain = f"{n}d{sides}"
        behind = self.of(["", "", "", f" keep {die.randint(1, n)}", f" drop {self.of(['lowest', 'highest'])}" if n > 1 else "",
                          " reroll 1", " reroll <= 2 max 2", " explode max 2", f" explode >= {sides} max 1"])
        kinds = [plain + behind, f"count({plain} >= {die.randint(2, sides)})", str(die.randint(0, 9))]
        if depth < 2:
            a, b = self.dice_term(depth + 1), self.dice_term(depth + 1)
            kinds += [f"({a}) {self.of('+-*')} ({b})", f"min({a}, {b})", f"max({a}, {b})", f"repeat(2, {a})"]
        return self.of(kinds)

    def expression(self):
        term = self.dice_term()
        return self.of([term, f"{term} {self.of(['>=', '>', '<=', '<', '=', '!='])} {self.die.randint(0, 15)}",
                        f"({term}) vs ({self.dice_term(1)})"])

    def dice(self):
        expressions = [self.expression() for _ in range(self.of([1, 1, 1, 2]))]
        if self.often(0.3) and len(expressions) == 1:
            return Question("dice", ["dice", *expressions, *self.both(), "--format", "json"])
        options = []
        if len(expressions) == 1 and self.often(0.3):  # sums are of numbers
            expressions, options = [self.dice_term()], ["--cumulative"]
        return Question("dice", ["dice", *expressions, *options, *self.method(), *self.format()])

    # The same answer in another way.

    def formats(self):
        """An answer that is written twice is what each format says alone."""
        question = self.of([self.odds, self.dice, self.explain, self.fire, self.tipping, self.efficiency, self.show, self.duel,
                            self.battle, self.compare, self.curve, self.matrix, self.luck, self.sensitivity])()
        if question is None or {"--also", "--chart", "--plot", "-o"} & set(question.words):
            return None
        words = without_option(question.words, "--format")
        ending = self.of(["txt", "csv", "json", "md", "html", "tex"])
        form = {"txt": "table", "md": "markdown", "tex": "latex"}.get(ending, ending)
        alone = Question("format", with_options(words, ["--format", form]), environment=question.environment)
        return Question("formats", with_options(words, [*self.format(), "--also", f"also.{ending}"]), environment=question.environment,
                        parts=[(f"the file also.{ending}", alone, lambda whole, part: first_difference(whole.files[f"also.{ending}"], part.out))])

    @functools.cached_property
    def ranked(self):
        """Whether the program works as several ranks."""
        if not shutil.which(RANKS[0]):
            return False
        said = self.program.ask(["list", "rulesets", "--format", "csv"], before=[*RANKS, "2"])
        return said.status == 0 and said.out.count(b"mad,") == 1

    def ranks(self):
        """What several ranks answer is what one process does."""
        question = self.of([self.odds, self.curve, self.duel, self.battle, self.compare, self.matrix, self.points])()
        if question is None or not self.ranked or {"--also", "--chart"} & set(question.words):
            return None
        n = self.of("23")
        together = Question("ranks", question.words, environment={**question.environment, "ASAN_OPTIONS": "detect_leaks=0"},
                            before=[*RANKS, n])
        question.kind = "ranks"
        question.parts = [(f"{n} ranks", together, lambda whole, part: first_difference(whole.out, part.out))]
        return question

    # Files of words.

    def in_file(self, kind, command, words, keys, values):
        """A question whose words stand in a file, and the same asked without it."""
        text = json.dumps({"title": "A file", **values}, indent=1)  # which is YAML, too
        rest = values.get("words", [])
        given = [word for key, value in keys.items() for word in (key, value)]
        alone = Question(kind, [*command, *given, *words, *rest, "--format", "json"])
        return Question(kind, [*command, *(["--conditions"] if kind == "conditions" else []), "file.yaml", *words, "--format", "json"],
                        {"file.yaml": text}, parts=[("what its options say", alone, lambda whole, part: differs(
                            without_title(whole.json()), without_title(part.json())))])

    def battle_file(self):
        book = self.of([book for book in self.fighting if "/data/" in book.folder])
        a, b, at = self.army(book), self.army(book), self.of(book.ranges)
        _, _, _, _, *rest = self.battle_words(book)
        scenario = self.of(["hold", "advance", "meeting"])
        return self.in_file("battle_file", ["battle"], self.method(), {"--a": a, "--b": b, "-r": book.id, "--range": at, "--scenario": scenario},
                            {"a": a, "b": b, "ruleset": book.id, "range": at, "scenario": scenario, **({"words": rest} if rest else {})})

    def conditions(self):
        book = self.of([book for book in self.fighting if book.priced and "/data/" in book.folder])
        at = ",".join(self.die.sample(book.ranges, 2)) if self.often(0.5) else self.of(book.ranges)
        scenario = self.of(["hold", "meeting", "hold,advance", "meeting:2,hold"])
        plan = ["-r", book.id, "--pairs", "20", "--kinds", "1", "--precision", "0.3"]
        values = {"range": at, "scenario": scenario, "elements": "2"}
        keys = {f"--{key}": value for key, value in values.items()}
        return self.in_file("conditions", ["points", "test"], plan, keys, values)

    def army_list(self):
        """Armies of some units, in whatever way they are named."""
        book = self.of([book for book in self.fighting if book.priced])
        units = self.die.sample(book.units, min(len(book.units), self.die.randint(2, 5)))
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([["unit", "least", "most"], *([unit, "", self.of(["", "2", "3"])] for unit in units)])
        words = ["points", "test", *book.words, "--army-list", "army.csv", "--range", self.of(book.ranges), "--scenario", "hold",
                 "--pairs", "20", "--elements", "3", "--precision", "0.3", *self.format()]
        return Question("army_list", words, {"army.csv": out.getvalue()}, book.environment)

    # Appendices.

    def entry(self, book, i):
        kind = self.of(["table", "table", "table", "duels", "cards", "data"])
        entry = {"name": f"entry-{i}", "title": f"Entry {i}", "kind": kind}
        if kind == "table":
            found = self.valid(book)
            if not found or not found[1]:
                return None
            name, *words = [word for word in found[0] if word not in book.words]
            words = [word for word in words if word.split("=")[0] not in
                     {row["unless"] for row in book.procedures[name]}]  # what takes another's place is not swept
            swept = [row["parameter"] for row in book.procedures[name] if row["kind"] == "choice" and any(
                word.startswith(row["parameter"] + "=") for word in words)]
            if not swept:
                return None
            key = self.of(swept)
            entry |= {"procedure": name, "words": [word for word in words if not word.startswith(key + "=")],
                      "rows": next(word for word in words if word.startswith(key + "=")),
                      "cells": [self.of(list(found[1])), "some = " + " + ".join(self.die.sample(list(found[1]), 1))][:self.die.randint(1, 2)]}
        elif kind == "duels":
            duelists = self.duelists(book, share=0) if book in self.fighting else None
            if duelists is None or not any(row["parameter"] == "range" for row in book.duel):
                return None
            entry |= {"pairs": [f"{duelists[0]} against {duelists[1]}"], "columns": f"range={','.join(self.die.sample(book.ranges, 2))}"}
        elif kind == "cards":
            if not book.units:
                return None
            entry |= {"units": self.die.sample(book.units, min(2, len(book.units)))}
        else:
            if not book.tables:
                return None
            entry |= {"table": self.of(list(book.tables))}
        return entry

    def appendix(self):
        book = self.of(self.books)
        entries = [entry for entry in (self.entry(book, i) for i in range(self.die.randint(2, 4))) if entry]
        if len(entries) < 2:
            return None

        def ask(entries, out):
            text = json.dumps({"title": "Tables", "entries": entries}, indent=1)
            return Question("appendix", ["appendix", "list.yaml", *book.words, *out], {"list.yaml": text}, book.environment)

        def compare(name):
            def of(files):
                return {path: text for path, text in files.items() if name in path}
            return lambda whole, part: None if of(whole.files) == of(part.files) else f"{name} is another table"
        folder = ["--format", "csv", "-o", "out"]
        if self.often(0.4):
            return ask(entries, self.format())
        question = ask(entries, folder)
        question.parts = [(entry["name"], ask([entry], folder), compare(entry["name"])) for entry in entries]
        return question

    # What happened.

    def valid(self, book):
        """A question of a procedure that is answered, as (words, outcomes)."""
        if len(book.answered) < 30 or self.often(0.1):
            _, _, words = self.procedure(book)
            words = [word for word in words if word not in book.words]
            where = book.data
            answer = self.program.ask(["odds", *words, *where, "--format", "json"], environment=book.environment, processor=10)
            if answer.status != 0:
                return None
            book.answered.append((words, {row["outcome"]: row["probability"] for row in answer.json()["outcomes"]}))
        return self.of(book.answered)

    def happened(self, outcomes):
        """(what is a success, what happened), which can have happened."""
        success = self.die.sample(list(outcomes), self.die.randint(1, len(outcomes)))
        tries = self.die.randint(1, 8)
        if len(success) == len(outcomes):  # it comes always
            return "|".join(success), f"{tries}/{tries}"
        won = f"{self.die.randint(0, tries)}/{tries}"
        return "|".join(success), self.of(list(outcomes)) if self.often(0.4) else won

    def log_line(self, books, i):
        """(id, question, happened, success)"""
        if self.often(0.25):
            question = f"dice d{self.of([8, 10, 20])} {self.of(['>=', '=', '<'])} {self.die.randint(2, 6)}"
            outcomes = {"yes": 0.5, "no": 0.5}
        else:
            found = self.valid(self.of(books))
            if not found or not found[1]:
                return None
            question, outcomes = shlex.join(found[0]), found[1]
        success, happened = self.happened(outcomes)
        return [f"line {i}", question, happened, success]

    def log(self):
        own = self.of([None, None, None, self.of([book for book in self.books if book.words[0] == "--data"])])
        books = [own, *self.die.sample(self.shipped, 2)] if own else self.die.sample(self.shipped, 3)
        where = own.words if own else []
        books = [book for book in books if not own or book is own]
        environment = {} if own else {"SALVO_RULES_PATH": f"{TREE}/examples/rulebooks"}
        lines = [line for line in (self.log_line(books, i) for i in range(self.die.randint(2, 8))) if line]
        if len(lines) < 2:
            return None

        def ask(lines):
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([["id", "question", "happened", "success"], *lines])
            return Question("log", ["luck", "--log", "log.csv", *where, "--format", "json"], {"log.csv": out.getvalue()}, environment)

        def compare(i):
            return lambda whole, part: differs(whole.json()["lines"][i], part.json()["lines"][0])
        question = ask(lines)
        question.parts = [(line[0], ask([line]), compare(i)) for i, line in enumerate(lines)]
        return question

    def luck(self):
        book = self.of(self.books)
        found = self.valid(book)
        if not found or not found[1]:
            return None
        words, outcomes = found
        where = book.data
        success, happened = self.happened(outcomes)
        return Question("luck", ["luck", *words, *where, "--of", success, "--won", happened, *self.format()],
                        environment=book.environment)

    # Studies.

    def job(self, book):
        """The words of a job: a command of any kind about this rulebook, without formats."""
        kind = self.of(["odds", "duel", "battle", "compare", "compare", "compare", "curve", "fire", "matrix"])
        seed = ["--trials", str(self.die.randint(1, 500)), "--seed", self.seed()]
        shipped = [word for word in book.words if book.words[0] == "-r"]
        found = self.valid(book)
        if kind == "odds" or book not in self.fighting or not book.duel:
            return ["odds", *found[0], *self.of([[], ["--method", "mc", *seed], ["--method", "both", *seed]])] if found else None
        duelists = self.duelists(book, share=0.05)
        if duelists is None:
            return None
        duelists = [word for word in duelists if word not in book.words]
        ranged = any(word.startswith("range=") for word in duelists)
        if kind == "duel":
            return ["duel", *duelists, *shipped]
        if kind == "curve":
            return ["curve", "duel", *duelists[:2], *shipped, "--over", f"range={','.join(self.die.sample(book.ranges, 2))}"]
        if kind == "compare":
            change = f"range={self.of(book.ranges)}" if ranged and self.often(0.3) else f"b={self.of(book.units)}"
            return ["compare", *duelists, *shipped, *seed, "--", change]
        at = ["--range", self.of(book.ranges)]
        if kind == "fire" and book.fires:
            return ["fire", self.army(book), self.of(book.units), *shipped, *at]
        if kind == "matrix":
            return ["matrix", *shipped, *at, "--units", self.few_units(book), "--method", "mc", *seed]
        return ["battle", "--a", self.army(book, 2), "--b", self.army(book, 2), *shipped, *at, "--method", "mc", *seed]

    def study(self):
        book = self.of(self.books)
        jobs = [job for job in (self.job(book) for _ in range(self.die.randint(2, 5))) if job]
        if not jobs:
            return None
        given = list(book.words) if book.words[0] == "--data" else []
        if self.often(0.6):
            for _ in range(3):
                cell = self.cell(book, " ".join(word for job in jobs for word in job))
                given += ["--set", cell] if cell and not any(cell.split("=")[0] in word for word in given) else []
        study = {"title": "A study", "question": "What is it made of?",
                 "jobs": [{"name": f"job-{i}", "title": f"Job {i}", "chart": "no", "command": shlex.join(job)} for i, job in enumerate(jobs)]}
        text = json.dumps(study, indent=1)  # which is YAML, too

        def compare(i):
            return lambda whole, part: None if whole.files.get(f"out/job-{i}.csv") == part.files.get("answer.csv") else \
                f"out/job-{i}.csv is not what its command answers alone:\n" + \
                first_difference(whole.files.get(f"out/job-{i}.csv"), part.files.get("answer.csv"))

        return Question("study", ["run", "study.yaml", "-o", "out", *given], {"study.yaml": text}, book.environment, parts=[
            (f"job {i}", Question("job", with_options(job, [*given, "-o", "answer.csv"]), environment=book.environment), compare(i))
            for i, job in enumerate(jobs)])

    # Parts in stores.

    def store(self):
        book = self.of(self.fighting)
        n = self.die.randint(2, 4)
        trials = ["--method", "mc", "--trials", str(self.die.randint(n, 5000)), "--seed", self.seed()]
        kind = self.of(["odds", "duel", "battle", "matrix", "curve"])
        if kind == "odds":
            found = self.valid(book)
            words = ["odds", *found[0], *book.data, *trials] if found else None
        elif kind == "battle":
            words = ["battle", "--a", self.army(book, 2), "--b", self.army(book, 2), *self.battle_words(book), *trials]
        elif kind == "matrix":
            words = ["matrix", *book.words, "--range", self.of(book.ranges), "--units", self.few_units(book), *trials]
        else:
            words = self.duelists(book)
            words = ["duel", *words, *trials] if words else None
        if not words:
            return None
        words += self.format()
        order = self.die.sample(range(1, n + 1), n)
        parts = [[*words, "--quiet", "--shard", f"{k}/{n}", "--store", f"{k}.db"] for k in order]
        merged = Question("merge", ["merge", *[f"{k}.db" for k in self.die.sample(order, n)]], environment=book.environment, steps=parts)
        return Question("store", words, environment=book.environment, parts=[
            (f"{n} parts, merged", merged, lambda whole, part: None if whole.out == part.out else first_difference(whole.out, part.out))])


# Options that define a battle or a duel; a procedure has its own words for them.
PLAN = {"--first", "--range", "--scenario", "--close-to", "--halt-a", "--halt-b", "--targets", "--targets-a", "--targets-b", "--acts", "--acts-a", "--acts-b",
        "--turns", "--break-at"}
BATTLE = PLAN - {"--first", "--range", "--turns"}

# How often each kind is drawn.
KINDS = {"odds": 14, "subjects": 4, "totals": 3, "explain": 4, "curve": 5, "duel": 10, "battle": 10, "compare": 7, "fire": 3, "tipping": 2,
         "efficiency": 3, "matrix": 4, "points": 3, "sensitivity": 2, "show": 1, "lists": 1, "check": 0.3, "manual": 0.3,
         "dice": 8, "luck": 2, "log": 6, "study": 5, "store": 4, "formats": 4, "ranks": 1, "battle_file": 2, "conditions": 1,
         "army_list": 1, "appendix": 4}

# A command that runs the program as several ranks; the number of ranks follows.
RANKS = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"]


# Differences.

def first_difference(a, b):
    """The first line that differs, of two texts in bytes."""
    lines = [(text or b"").decode(errors="replace").splitlines() for text in (a, b)]
    for i, (one, other) in enumerate(itertools.zip_longest(*lines)):
        if one != other:
            return f"line {i + 1}: {(one or '')[:200]!r}, {(other or '')[:200]!r}"
    return "the ends of lines" if a != b else None


def differs(a, b, near=0.0, path=""):
    """Where two JSON values differ, numbers by more than `near` of the greater; None: nowhere."""
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return f"{path}: keys {sorted(a.keys() ^ b.keys())} only on one side"
        return next((found for key in a if (found := differs(a[key], b[key], near, f"{path}/{key}"))), None)
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return f"{path}: {len(a)} items, {len(b)}"
        return next((found for i, (x, y) in enumerate(zip(a, b)) if (found := differs(x, y, near, f"{path}/{i}"))), None)
    if isinstance(a, float) or isinstance(b, float):
        numbers = isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool) and not isinstance(b, bool)
        if numbers and abs(a - b) <= near * max(abs(a), abs(b)):
            return None
    return None if a == b and type(a) == type(b) else f"{path}: {a!r}, {b!r}"
