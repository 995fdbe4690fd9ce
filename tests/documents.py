#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows README.md and the pages of docs/ word by word: what they say to type is typed, and salvo answers what stands there.

    documents.py [--slow | --all] [--record] [--time] [PAGE ...]

Every indented block in which a line begins with "$ " or "salvo " is typed, in a scratch folder of the page's own with data/,
examples/ and experiments/ in it. Blocks of a page share its files. Other blocks are no commands, or for others to run.
    $ COMMAND       its output stands below it, to the end of the block; where nothing stands there, it is of no account
    COMMAND         in a block without "$ ": the command must succeed, and its output stands nowhere
A backslash at the end goes on in the next line. A line "..." stands for any lines, " ..." at the end of one for its rest.
Where the output shows "salvo: " at the beginning of a line, the command fails, else it succeeds.

What a reader does not see stands before a block, in comments of a line each:
    <!-- run COMMAND -->              is typed first; its output is of no account, and it must succeed
    <!-- output of COMMAND -->        the block is output of that command, wherever in it; the text before it names the command
    <!-- more output -->              the block is other output of the command before it, wherever in it
    <!-- show FILE -->                the block is in that file, which a command made
    <!-- part of FILE -->             the block stands so in that file of the checkout, "/* ... */" for what is left out
    <!-- slow -->                     the block, and what the comments below this say, takes some seconds: --slow types it
    <!-- not run: REASON -->          the block is passed over
    <!-- write FILE -->               the block, indented or fenced, is the whole file
    <!-- insert FILE before LINE -->  goes before the first line that is LINE, or is but for its indentation
    <!-- replace FILE LINE -->        goes in place of that line

A table may stand in place of a block. A fenced block of JSON with a command before it (output of) is compared member by member: what it shows is in the answer, or in
an object of it, "..." stands for anything, and a number need not have all its digits.

--slow types the slow blocks only (with what they rest on), --all both. --record writes the output that salvo gives in place of
what stands there, line by line where "..." leaves lines out; read the difference before you keep it. --time says how much of a
processor's time each took. SALVO_PROGRAM is the program, else the release build's; commands find the checkout in SALVO_ROOT and the
build in SALVO_BUILD.
"""
import argparse
import difflib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
PROGRAM = os.path.realpath(os.environ.get("SALVO_PROGRAM", os.path.join(ROOT, "build/release/bin/salvo")))
DIRECTIVE = re.compile(r"<!-- (run|output of|more output|show|slow|part of|not run:|write|insert|replace)\s*(.*?) ?-->$")


class Block:
    """Lines of a page that are indented or fenced, and what the comments before them say."""

    def __init__(self, first, kind, directives):
        self.first, self.kind, self.directives = first, kind, directives  # line numbers from 0
        self.lines = []

    def says(self, name):
        return [value for key, value in self.directives if key == name]


def blocks_of(lines):
    """The blocks of a page. Comments count for the next block."""
    found, directives, block, fence, after_blank = [], [], None, False, True
    for at, line in enumerate(lines):
        if fence:
            if line == "```":
                fence, block = False, None
            else:
                block.lines.append(line)
            continue
        directive = DIRECTIVE.match(line)
        if line.startswith("```"):
            block = Block(at + 1, line[3:] or "fence", directives)
            found.append(block)
            directives, fence = [], True
        elif directive:
            directives, block = directives + [directive.groups()], None
        elif line.startswith("|") and (directives or (block and block.kind == "table")):
            if directives:
                block = Block(at, "table", directives)
                found.append(block)
                directives = []
            block.lines.append(line)
        elif line.startswith("    ") and (block or after_blank):
            if not block:
                block = Block(at, "indented", directives)
                found.append(block)
                directives = []
            block.lines.append(line[4:])
        elif not line and block and at + 1 < len(lines) and lines[at + 1].startswith("    "):
            block.lines.append("")
        else:
            block = None
        after_blank = not line or bool(directive) or line.startswith("```")
    if directives:
        found.append(Block(len(lines), "end", directives))
    return found


class Shown:
    """Lines of a page that are output: where they stand there, and whether they may begin anywhere in it."""

    def __init__(self, lines, first, indent, anywhere):
        self.lines, self.first, self.indent, self.anywhere = lines, first, indent, anywhere

    def wanted(self):
        return ["..."] + self.lines + ["..."] if self.anywhere else self.lines


class Step:
    """A command, with what a page shows of its output: nothing, or one block and more."""

    def __init__(self, command, line, slow=False):
        self.command, self.line, self.slow = command, line, slow
        self.shown = []
        self.json = False


class Put:
    def __init__(self, how, what, block, slow):
        self.how, self.what, self.block, self.slow = how, what, block, slow
        self.line = block.first


def joined(lines):
    """The commands in a block of lines, each with the index of its first line."""
    text = ""
    for i, line in enumerate(lines):
        first = first if text else i
        text += line.strip()
        if text.endswith("\\"):
            text = text[:-1].rstrip() + " "
        else:
            yield first, text
            text = ""


def steps_of(page):
    """What a page says to do, in order."""
    steps, last = [], None
    for block in blocks_of(page):
        slow = False
        for key, value in block.directives:
            slow = slow or key == "slow"
            steps += [Step(value, block.first, slow)] if key == "run" else []
        puts = [Put(how, what, block, slow) for how in ("write", "insert", "replace") for what in block.says(how)]
        steps += puts
        if puts or block.says("not run:"):
            continue
        indent = 4 if block.kind == "indented" else 0
        of = block.says("output of") + ["cat '%s'" % file for file in block.says("show")]
        of += ["cat \"$SALVO_ROOT/%s\"" % file for file in block.says("part of")]
        if of:
            last = Step(of[0], block.first, slow)
            steps.append(last)
        if of or block.says("more output"):
            last.json = last.json or block.kind == "json"
            lines = ["..." if line == "/* ... */" else line for line in block.lines]
            last.shown.append(Shown(lines, block.first, indent, block.kind != "json"))
        elif block.kind == "indented" and any(line.startswith("$ ") for line in block.lines):
            typed = typed_in(block, slow)
            steps += typed
            last = typed[-1]
        elif block.kind == "indented" and any(line.startswith("salvo ") for line in block.lines):
            steps += [Step(text, block.first + first, slow) for first, text in joined(block.lines) if text not in ("", "...")]
    return steps


def typed_in(block, slow):
    """A block in which commands stand behind "$ ", their output below them."""
    typed, i = [], 0
    while i < len(block.lines):
        if block.lines[i].startswith("$ "):
            first, text = i, block.lines[i][2:]
            while text.endswith("\\"):
                i += 1
                text = text[:-1].rstrip() + " " + block.lines[i].strip()
            typed.append(Step(text, block.first + first, slow))
            typed[-1].shown.append(Shown([], block.first + i + 1, 4, False))
        elif typed:
            typed[-1].shown[0].lines.append(block.lines[i])
        i += 1
    for step in typed:
        while step.shown[0].lines and not step.shown[0].lines[-1]:  # a blank line before the next command is the page's
            step.shown[0].lines.pop()
        if not step.shown[0].lines:
            step.shown = []
    return typed


def says(wanted, said):
    wanted, said = wanted.rstrip(), said.rstrip()
    return wanted == said or (wanted.endswith(" ...") and said.startswith(wanted[:-4]))


def difference(wanted, said):
    """What of the wanted lines was not said; None: all of it was. "..." is any number of lines."""
    places = {0}  # how many of the lines that were said may stand for the wanted ones so far
    for line in wanted:
        if line == "...":
            places = set(range(min(places), len(said) + 1))
            continue
        places = {at + 1 for at in places if at < len(said) and says(line, said[at])}
        if not places:
            return "not said: " + line
    rest = [line for line in said[max(places):] if line.strip()]
    return "said besides: " + rest[0] if rest else None


def member_difference(wanted, said, where="the answer"):
    """What of a document in JSON is not in the other; None: all of it is."""
    if wanted == "...":
        return None
    if isinstance(wanted, dict) and isinstance(said, dict):
        for key, value in wanted.items():
            if key != "..." and key not in said:
                return "%s has no %s" % (where, key)
            fault = key != "..." and member_difference(value, said[key], "%s.%s" % (where, key))
            if fault:
                return fault
        return None
    if isinstance(wanted, list) and isinstance(said, list):
        at = 0
        for value in wanted:
            if value == "...":
                continue
            faults = [member_difference(value, other, where + "[]") for other in said[at:]]
            if None not in faults:
                return "%s has no such entry: %s (%s)" % (where, json.dumps(value), faults[0] if faults else "it is empty")
            at += faults.index(None) + 1
        return None
    if isinstance(wanted, (int, float)) and isinstance(said, (int, float)) and not isinstance(wanted, bool):
        shown = repr(wanted)
        digits = len(shown.partition(".")[2]) if "e" not in shown else 15
        return None if abs(wanted - said) <= 0.5 * 10 ** -digits * (1 + 1e-9) else "%s is %r" % (where, said)
    return None if wanted == said else "%s is %s" % (where, json.dumps(said))


def nested(document):
    """A document and every object in it."""
    if isinstance(document, dict):
        yield document
    for value in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from nested(value)


def document_difference(wanted, said):
    """What is shown may be the document, or a part of it."""
    fault = member_difference(wanted, said)
    return None if any(member_difference(wanted, part) is None for part in nested(said)) else fault


def unlikeness(wanted, said):
    """How many members are not there, or are other words; a number is only a little unlike another one."""
    if wanted == "..." or wanted == said:
        return 0
    if isinstance(wanted, dict) and isinstance(said, dict):
        return sum(unlikeness(value, said[key]) if key in said else 1 for key, value in wanted.items() if key != "...")
    if isinstance(wanted, list) and isinstance(said, list):
        return sum(min([unlikeness(value, other) for other in said] + [1]) for value in wanted)
    return 0.01 if isinstance(wanted, (int, float)) and isinstance(said, (int, float)) else 1


def paired(wanted, said):
    """The values in a document, in their order, each with what was said in its place; "..." where nothing was."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            yield from paired(value, said.get(key, "...") if isinstance(said, dict) else "...")
    elif isinstance(wanted, list):
        at = 0
        for value in wanted:
            rest = said[at:] if isinstance(said, list) and value != "..." else []
            best = min(range(len(rest)), key=lambda i, r=rest, v=value: unlikeness(v, r[i])) if rest else 0
            yield from paired(value, rest[best] if rest else "...")
            at += best + 1 if rest else 0
    else:
        yield wanted, said


VALUE = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|-?[0-9][-+.0-9eE]*|true|false|null')


def renewed_document(lines, said):
    """The lines of a document with the values that were said; numbers keep as many digits as they have."""
    text = "\n".join(lines)
    wanted = json.loads(text)
    part = min(nested(said), key=lambda part: unlikeness(wanted, part))
    values = iter(paired(wanted, part if isinstance(wanted, dict) else said))

    def renew(match):
        if match.group(2):
            return match.group(0)
        old, new = next(values)
        if old == "..." or new == "..." or member_difference(old, new) is None or isinstance(new, (dict, list)):
            return match.group(0)
        if isinstance(old, float) and isinstance(new, (int, float)) and len(match.group(0).partition(".")[2]) < 10:
            return "%.*f" % (len(match.group(0).partition(".")[2]), new)
        return json.dumps(new, ensure_ascii=False)

    return VALUE.sub(renew, text).split("\n")


def shape(line):
    """A line without its numbers and the width of its columns."""
    return re.sub(r"\s+", " ", re.sub(r"[0-9]+([./][0-9]+)*", "#", line.strip()))


# What it costs to leave out a line that was said, and to keep one that was not: a line that is quite alike is worth more.
LEFT_OUT, NOT_SAID = 0.001, 0.5


def shown_of(said, wanted):
    """As many words of the line as were shown of it."""
    return " ".join(said.split(" ")[:wanted.count(" ")] + ["..."]) if wanted.endswith(" ...") else said


def renewed(wanted, said):
    """The wanted lines with what was said in their places: without "..." all of it; with it those lines that are most alike, and "..." where others stand
    between them."""
    while said and not said[-1].strip():
        said = said[:-1]
    if not any(line == "..." or line.endswith(" ...") for line in wanted):
        return said
    known = {}

    def unlike(w, s):
        pair = (shape(w), shape(s))
        if pair not in known:
            known[pair] = 0 if pair[0] == pair[1] else 1 - difflib.SequenceMatcher(None, *pair).ratio()
        return known[pair] + (0 if w.rstrip() == s.rstrip() else 0.01)

    n, m = len(wanted), len(said)
    best = [[(float("inf"), None)] * (m + 1) for _ in range(n + 1)]
    best[0][0] = (0, None)
    for i in range(n + 1):
        for j in range(m + 1):
            cost, _ = best[i][j]
            if cost == float("inf"):
                continue
            if i < n and wanted[i] == "...":
                moves = [(i + 1, j, 0)] + ([(i, j + 1, 0)] if j < m else [])
            else:
                moves = [(i, j + 1, LEFT_OUT)] if j < m else []
                if i < n:
                    moves += [(i + 1, j, NOT_SAID)] + ([(i + 1, j + 1, unlike(wanted[i].removesuffix(" ..."), said[j]))] if j < m else [])
            for k, l, more in moves:
                if cost + more < best[k][l][0]:
                    best[k][l] = (cost + more, (i, j))
    lines, at = [], (n, m)
    while best[at[0]][at[1]][1]:
        i, j = best[at[0]][at[1]][1]
        if at[0] > i:
            lines.append(shown_of(said[j].rstrip(), wanted[i]) if at[1] > j else wanted[i])
        elif (i == n or wanted[i] != "...") and lines[-1:] != ["..."]:
            lines.append("...")
        at = (i, j)
    return lines[::-1]


class Page:
    def __init__(self, path, options):
        self.path, self.name, self.options = path, os.path.relpath(path, ROOT), options
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().split("\n")
        self.failures, self.typed, self.new = 0, 0, []
        self.scratch = tempfile.mkdtemp()
        for folder in ("data", "examples", "experiments"):
            shutil.copytree(os.path.join(ROOT, folder), os.path.join(self.scratch, folder))
        os.mkdir(os.path.join(self.scratch, "bin"))
        os.symlink(PROGRAM, os.path.join(self.scratch, "bin", "salvo"))
        self.environment = dict(os.environ, LC_ALL="C", PATH=self.scratch + "/bin:" + os.environ["PATH"],
                                XDG_DATA_HOME=self.scratch + "/home", XDG_CONFIG_HOME=self.scratch + "/home",
                                SALVO_ROOT=ROOT, SALVO_BUILD=os.path.dirname(os.path.dirname(PROGRAM)))
        for name in ("SALVO_DATA", "SALVO_RULES_PATH", "SALVO_RULESET"):
            self.environment.pop(name, None)

    def fail(self, line, text):
        print("documents: %s:%d: %s" % (self.name, line + 1, text), file=sys.stderr)
        self.failures += 1

    def type(self, step):
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["bash", "-c", step.command], cwd=self.scratch, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE if step.json else subprocess.STDOUT)
        self.typed += 1
        if self.options.time:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            print("%7.2f s  %s:%d: %s" % (used.ru_utime + used.ru_stime - begun.ru_utime - begun.ru_stime, self.name,
                                          step.line + 1, step.command))
        said = done.stdout.split("\n")
        if self.options.record:
            for shown in step.shown:
                if self.fault(step, shown, done.stdout) and step.json:
                    self.new.append((shown, renewed_document(shown.lines, json.loads(done.stdout))))
                elif self.fault(step, shown, done.stdout):
                    self.new.append((shown, renewed(shown.wanted(), said)))
            return
        fails = any(line.startswith("salvo: ") for shown in step.shown for line in shown.lines)
        if (done.returncode != 0) != fails:
            self.fail(step.line, "%s: exit status %d\n%s" % (step.command, done.returncode, done.stdout))
            return
        for shown in step.shown:
            fault = self.fault(step, shown, done.stdout)
            if fault:
                self.fail(shown.first, "%s: %s" % (step.command, fault))

    @staticmethod
    def fault(step, shown, said):
        if step.json:
            return document_difference(json.loads("\n".join(shown.lines)), json.loads(said))
        return difference(shown.wanted(), said.split("\n"))

    def put(self, step):
        file, _, rest = step.what.partition(" ")
        path = os.path.join(self.scratch, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lines = step.block.lines
        if step.how != "write":
            wanted = rest[len("before "):] if step.how == "insert" else rest
            with open(path, encoding="utf-8") as old:
                there = old.read().split("\n")[:-1]
            at = next((i for i, line in enumerate(there) if line == wanted),
                      next((i for i, line in enumerate(there) if line.lstrip(" ") == wanted), None))
            if at is None:
                self.fail(step.line, "%s has no line '%s'" % (file, wanted))
                return
            lines = there[:at] + lines + there[at + (step.how == "replace"):]
        with open(path, "w", encoding="utf-8") as new:
            new.write("\n".join(lines) + "\n")

    def follow(self):
        slow_at = [i for i, step in enumerate(self.steps) if step.slow]
        for step in self.steps:
            if step.slow and not (self.options.slow or self.options.all):
                continue
            if not step.slow and self.options.slow and not slow_at:
                continue
            if isinstance(step, Put):
                self.put(step)
            else:
                self.type(step)
        if self.new:
            self.record()

    def record(self):
        """From the end, so that places above stay where they are."""
        for shown, lines in sorted(self.new, key=lambda new: -new[0].first):
            lines = lines[1:-1] if shown.anywhere else lines
            self.lines[shown.first:shown.first + len(shown.lines)] = [(" " * shown.indent + line) if line else "" for line in lines]
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines))
        print("documents: recorded %d outputs in %s" % (len(self.new), self.name))

    def __enter__(self):
        self.steps = steps_of(self.lines)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.scratch)


def pages():
    """README.md, the pages of docs/ but for those that the program writes, and those of the examples."""
    written = {"lua-reference.md"}
    found = [os.path.join(ROOT, "README.md")]
    found += sorted(os.path.join(ROOT, "docs", name) for name in os.listdir(os.path.join(ROOT, "docs"))
                    if name.endswith(".md") and name not in written)
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "examples"))):
        found += [os.path.join(folder, name) for name in names if name == "README.md"]
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("slow", "all", "record", "time"):
        parser.add_argument("--" + name, action="store_true")
    parser.add_argument("pages", nargs="*")
    options = parser.parse_args()
    failures = typed = 0
    for path in [os.path.realpath(page) for page in options.pages] or pages():
        with Page(path, options) as page:
            page.follow()
            failures, typed = failures + page.failures, typed + page.typed
    print("documents: %d commands typed, %d failed" % (typed, failures))
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
