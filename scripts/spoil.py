# SPDX-License-Identifier: GPL-3.0-or-later
"""Faulty versions of a line of C, of rules in Lua, and of a row of a table: what scripts/mutate plants."""
import csv
import io
import re

NUMBER = re.compile(r"(?<![\w.\"])(\d+)(?![\w.\"])")
SWAPS = [("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"), ("||", "&&"), (" < ", " <= "),
         (" > ", " >= "), (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), ("++", "--"), (" & ", " | "),
         ("true", "false"), ("false", "true"), ("+=", "-="), (" % ", " / ")]
STATEMENT = re.compile(r"^\s+(?!return\b|break\b|case\b|goto\b|else\b)[\w*>.\-\[\]()]+(\s*[-+*/|&]?=[^=].*|\(.*\)|\+\+);$")
CONDITION = re.compile(r"\bif \((.*)\)(\s*\{)?$")
CALL = re.compile(r"(\w+\()([\w.>\-]+), ([\w.>\-]+)(?=[,)])")
# Without behaviour, or a size with room to spare.
INERT = re.compile(r"\s*(/\*|\*|//|#|\}|static_assert|assert\b|enum\b|typedef\b|(static )?(const )?char \w+\[\d+\])")

LUA_SWAPS = [("<=", "<"), (">=", ">"), ("==", "~="), ("~=", "=="), (" and ", " or "), (" or ", " and "), (" < ", " <= "),
             (" > ", " >= "), (" + ", " - "), (" - ", " + "), (" * ", " // "), (" // ", " * "), ("true", "false"),
             ("false", "true"), ("min", "max"), ("max", "min"), ("not ", ""), ("round_up", "round_down"),
             ("round_down", "round_up"), ("first", "second"), (" % ", " // ")]
LUA_STATEMENT = re.compile(r"^\s+(?!return\b|break\b|local\b)[\w.\[\]#+\" ]+(\s=\s[^{]*[^{,]|\([^{}]*\))$")
LUA_CONDITION = re.compile(r"\bif (.*?) then\b")
# The limits of columns and parameters only refuse what nobody has written.
LUA_INERT = re.compile(r"\s*(--|end\b|local \w+ = require|(return )?\{?$)|.*\b(whole|decimal|require|choice)\b")

TEXTS = ("id", "name", "title", "text", "notes", "section", "ruling", "subject")  # columns that no rule reckons with


def swapped(line, code, swaps):
    for old, new in swaps:
        pattern = re.sub(r"^\\b(?=\W)|(?<=\W)\\b$", "", r"\b" + re.escape(old) + r"\b") if old.strip().isalpha() else re.escape(old)
        for m in re.finditer(pattern, code):
            yield line[:m.start()] + new + line[m.end():]


def varied(line, code, swaps, condition, statement, negated, nothing):
    """By operators, numbers, a condition, a statement, and arguments."""
    found = list(swapped(line, code, swaps))
    for m in NUMBER.finditer(code):
        found.append(line[:m.start()] + str(int(m.group()) + 1) + line[m.end():])
    if (m := condition.search(code)) and "\0" not in code:
        found.append(line[:m.start(1)] + negated.format(m.group(1)) + line[m.end(1):])
    if statement.match(code):
        found.append(re.match(r"\s*", line).group() + nothing)
    for m in CALL.finditer(code):
        if m.group(2) != m.group(3):
            found.append(line[:m.start(2)] + m.group(3) + ", " + m.group(2) + line[m.end(3):])
    return [f for f in found if f != line]


def of_c(line):
    """All faulty versions of a line of C."""
    code = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'', lambda m: "\0" * len(m.group()), line)
    if not code.strip() or INERT.match(code):
        return []
    return varied(line, code, SWAPS, CONDITION, STATEMENT, "!({})", ";")


def of_lua(line):
    """Of a line of rules; texts stay as they are."""
    code = re.sub(r'--.*$|"(\\.|[^"\\])*"', lambda m: "\0" * len(m.group()), line)
    if not code.strip() or LUA_INERT.match(code):
        return []
    return varied(line, code, LUA_SWAPS, LUA_CONDITION, LUA_STATEMENT, "not ({})", "")


def cells(line):
    return next(csv.reader([line]), [])


def row(cells_of_row):
    to = io.StringIO()
    csv.writer(to, lineterminator="").writerow(cells_of_row)
    return to.getvalue()


def of_row(line, header):
    """Of a row of a table: a number one more or less, or the other of yes and no."""
    found, now = [], cells(line)
    if len(now) != len(header) or row(now) != line:
        return found
    for at, (column, cell) in enumerate(zip(header, now)):
        others = {"yes": ["no"], "no": ["yes"]}.get(cell, [])
        if re.fullmatch(r"-?\d{1,9}", cell):
            others = [str(int(cell) + 1), str(int(cell) - 1)]
        if column not in TEXTS:
            found += [row(now[:at] + [other] + now[at + 1:]) for other in others]
    return found


def versions(source, lines, at):
    """All faulty versions of line `at`, counted from 0, of a file that is named so."""
    if source.endswith(".lua"):
        return of_lua(lines[at])
    if source.endswith(".csv"):
        return of_row(lines[at], cells(lines[0])) if at > 0 else []
    return of_c(lines[at])
