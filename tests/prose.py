#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for misspelled words (codespell), and for the phrases of phrases.txt in documents and in the program's texts.

Documents are README.md, the other pages beside it and docs/; their code is left out. Texts are the string literals of src and
include: messages, reports and help. docs/style.md lists forbidden phrases on purpose, and pages that the program writes have
their texts from src. Ends with status 77 if there is no codespell and nothing else is wrong.
"""
import bisect
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
SPELLED = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "docs", "src", "include",
           "web/src", "scripts", "cmake", "completions", ".github"]
CORRECT = "upto,fro,haa,flor,tread"  # names of columns and of variables, and words that codespell takes for others
LEFT_OUT = re.compile(r"docs/(style|reference|lua-reference)\.md$|docs/manual/")
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\\n]|\\.)*)"|[^\s"]""", re.S)
ESCAPE = re.compile(r"\\(.)")


def phrases():
    """[(pattern, what to write instead)]"""
    found = []
    with open(os.path.join(ROOT, "tests/phrases.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                phrase, instead = (part.strip() for part in line.split("=>"))
                found.append((re.compile(r"\b(?:%s)\b" % phrase.replace(" ", r"\s+"), re.I), instead))
    return found


class Text:
    """Text with the line that each piece of it is on."""

    def __init__(self):
        self.text, self.begins, self.lines = "", [], []

    def add(self, piece, line):
        self.begins.append(len(self.text))
        self.lines.append(line)
        self.text += piece

    def line(self, at):
        return self.lines[bisect.bisect_right(self.begins, at) - 1]


def prose_of(page):
    """A page without its code."""
    prose, fenced, before = Text(), False, ""
    for number, line in enumerate(page.split("\n"), 1):
        fence = line.startswith("```")
        if not fence and not fenced and not (line.startswith("    ") and (not before or before == "code")):
            prose.add(re.sub(r"`[^`]*`", "`", line) + "\n", number)
            before = line
        elif line.startswith("    "):
            before = "code"
        fenced = fenced != fence
    return [prose]


def literals_of(source):
    """The string literals of a source, those beside each other joined."""
    found, text, line, seen = [], None, 1, 0
    for token in TOKEN.finditer(source):
        line += source.count("\n", seen, token.start())
        seen = token.start()
        if token.group(1) is not None:
            if text is None:
                text = Text()
                found.append(text)
            text.add(ESCAPE.sub(lambda escape: " " if escape.group(1) == "n" else escape.group(1), token.group(1)), line)
        elif not token.group(0).startswith(("//", "/*")):
            text = None
    return found


def hits(avoided):
    """What is wrong in the texts of the checkout, a line each."""
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md", "docs/*.md", ".github/*.md", "src/*.[ch]", "include/*.h"],
                           capture_output=True, text=True, check=True).stdout.split()
    for path in files:
        is_page = path.endswith(".md")
        if LEFT_OUT.match(path) or (is_page and not re.match(r"docs/|\.github/|[^/]*$", path)):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            texts = prose_of(file.read()) if is_page else literals_of(file.read())
        for text in texts:
            for pattern, instead in avoided:
                for hit in pattern.finditer(text.text):
                    said = re.sub(r"\s+", " ", hit.group(0))
                    yield "%s:%d: '%s'; better: %s" % (path, text.line(hit.start()), said, instead)


def main():
    if not os.path.exists(os.path.join(ROOT, ".git")):
        print("prose: skipped; it looks at the files that git knows, and this is no clone")
        return 77
    found = list(hits(phrases()))
    for hit in found:
        print("prose: " + hit, file=sys.stderr)
    if not shutil.which("codespell"):
        print("prose: spelling is not checked; scripts/setup installs codespell")
        return 1 if found else 77
    spelled = subprocess.run(["codespell", "-q", "3", "-L", CORRECT, *SPELLED], cwd=ROOT, check=False).returncode
    return 1 if found or spelled else 0


if __name__ == "__main__":
    sys.exit(main())
