# shellcheck shell=bash
# Short questions to every command of salvo, one a line, in every_command: for scripts/faults and scripts/check, which source
# this file. They are asked in the present folder, where this makes what they read; they write to `out` there. root is the
# checkout, program the program.
# shellcheck disable=SC2154
every_command=(
    "appendix list.yaml -r mad --format csv -o out/appendix"
    "appendix list.yaml -r mad -o out/answer.html"
    "battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 --method mc --trials 500"
    "battle --a 'Tiger I' --b 'Sherman M4A1' -r mad --range 500 --scenario advance -o out/answer.csv"
    "bench --help"
    "check $root/examples/rulebooks/tiny"
    "compare 'Tiger I' 'Sherman Firefly' -r mad --range 750 --trials 500 -- a-cover=normal"
    "curve mad.direct-fire weapon=cannon-b --over range --show damage --chart out/answer.csv"
    "dice 'count(5d10 explode max 1 >= 7) + 2d6' --cumulative --method both --trials 1000"
    "duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 a-cover=normal -o out/answer.md"
    "duel T34/76 'Pz IV H' -r trr --range 20 --format json --method mc --trials 1000"
    "efficiency -r mad --against 'Tiger I' --range 500 --units '*sherman*'"
    "explain duel 'Tiger I' 'Sherman Firefly' -r mad --range 500"
    "fire '2 Tiger I' 'Sherman M4A1' -r mad --range 500 --totals kills"
    "help duel"
    "list units -r mad --nation german --format json"
    "luck mad.direct-fire weapon=cannon-b range=500 --of 'single|double|critical' --won 1/5"
    "manual -r rookie --format markdown"
    "matrix -r mad --range 500 --units 'Tiger I, *firefly*' --also out/answer.html"
    "merge part.db"
    "new out/mine --like blank"
    "odds mad.direct-fire weapon=cannon-b range=500 cover=normal -o out/answer.xlsx"
    "odds tiny.shot target=light range=6 --data $root/examples/rulebooks/tiny"
    "points audit -r mad --nation japan"
    "points price 'Ho-Ha (APC)' -r mad --nation japan --pairs 20 --elements 2 --range 100 --scenario hold --precision 0.3"
    "points test -r mad --nation japan --pairs 20 --elements 2 --kinds 1 --range 500 --scenario hold --precision 0.2"
    "run study.yaml -o out/study --format html"
    "sensitivity duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 --only units.*.hp --top 3 --format csv"
    "show 'Tiger I' -r mad --set units.german-tiger-i.hp=30"
    "store show part.db"
    "odds mad.direct-fire weapon=cannon-b range=500 --method mc --trials 2000 --store out/work.db"
    "tipping 'Tiger I' 'Sherman M4A1' -r mad --range 1000 a-cover=normal --turns 3 --method mc --trials 500"
    "web --help"
)
cat >study.yaml <<'STUDY'
title: Two shots
question: How good is cannon B?
jobs:
  - {name: near, title: At 500 m, chart: no, command: "odds mad.direct-fire weapon=cannon-b range=500"}
  - {name: far, title: At 1000 m, chart: no, trials: 1000, command: "odds mad.direct-fire weapon=cannon-b range=1000 --method mc"}
STUDY
cat >list.yaml <<'LIST'
title: To hit
entries:
  - {name: class-b, kind: table, title: Class B, procedure: mad.direct-fire, words: [weapon=cannon-b], rows: "range=200,500", cells: [miss]}
LIST
"$program" odds mad.direct-fire weapon=cannon-b range=500 --method mc --trials 2000 --shard 1/1 --store part.db >/dev/null
for name in $("$program" --complete '' | cut -f 1); do
    [[ " ${every_command[*]%% *} " == *" $name "* ]] || { echo "every_command: nothing is asked of salvo $name" >&2 && exit 1; }
done
