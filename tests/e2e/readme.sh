# README's tables of commands, formats and rules are those of the program.
table() { # table MARK: the rows between the marks
    sed -n "/^<!-- $1 -->/,/^<!-- end -->/p" "$TOP/README.md" | grep '^| `' | sed 's/^| `\([^ `]*\).*/\1/'
}
"$BROADSHEET" formats | awk '{ print $1 }' >formats
table formats | diff formats -
"$BROADSHEET" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' >commands
table commands | diff commands -
"$BROADSHEET" lint --rules | awk '{ print $1 }' >rules
table rules | diff rules -
