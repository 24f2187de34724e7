#!/bin/sh
# completions.sh BROADSHEET bash|zsh|fish - prints the completions for a shell, made from what
# the program says of its commands and their options.
broadsheet=$1 shell=$2

# NAME and what it does, a command a line
commands() { "$broadsheet" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1 \2/p'; }

# options COMMAND: SHORT LONG ARGUMENT WORDS, with tabs between and '-' for none
options() {
    "$broadsheet" "$1" --help | awk '
        /^  +-/ {
            sub(/^ +/, "")
            match($0, /  +/)
            words = RSTART ? substr($0, RSTART + RLENGTH) : ""
            option = RSTART ? substr($0, 1, RSTART - 1) : $0
            short = match(option, /^-[A-Za-z]/) ? substr(option, 2, 1) : "-"
            long = match(option, /--[a-z-]+/) ? substr(option, RSTART + 2, RLENGTH - 2) : "-"
            argument = option ~ /(-[A-Z]|--[a-z-]+) [A-Za-z]/ ? "yes" : "-"
            if (!seen[short long]++) print short "\t" long "\t" argument "\t" words
            # "--workload W, --variant V": two of a kind on one line
            while (sub(/^[^,]*, --/, "--", option) && match(option, /^--[a-z-]+/)) {
                other = substr(option, 3, RLENGTH - 2)
                if (other != long && !seen["-" other]++)
                    print "-\t" other "\t" argument "\t" words
            }
        }
        END { print "-\thelp\t-\thow it is used" }'
}

quoted() { printf '%s' "$1" | sed "s/'/'\\\\''/g"; }

# names COMMAND: its options as words
names() { options "$1" | awk -F '\t' '$2 != "-" { print "--" $2 } $1 != "-" { print "-" $1 }' | tr '\n' ' '; }

bash_completions() {
    echo '# bash completions of broadsheet, made by docs/completions.sh'
    echo '_broadsheet() {'
    echo '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words='
    echo '    if [ "$COMP_CWORD" = 1 ]; then'
    echo "        words='$(commands | cut -d ' ' -f 1 | tr '\n' ' ')--help --version'"
    echo '    elif [ "$before" = --as ]; then'
    echo "        words=\$(\"\${COMP_WORDS[0]}\" formats 2>/dev/null | sed 's/ .*//')"
    echo '    elif [ "${word:0:1}" = - ]; then'
    echo '        case ${COMP_WORDS[1]} in'
    commands | while read -r name _; do
        echo "        $name) words='$(names "$name")' ;;"
    done
    echo '        esac'
    echo '    fi'
    echo '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")'
    echo '}'
    echo 'complete -o default -F _broadsheet broadsheet'
}

# zsh reads ':' and brackets in a description
zsh_words() { quoted "$1" | sed 's/[]:[]/\\&/g'; }

zsh_completions() {
    echo '#compdef broadsheet'
    echo '# made by docs/completions.sh'
    echo 'local -a commands=('
    commands | while read -r name brief; do
        echo "    '$name:$(zsh_words "$brief")'"
    done
    echo ')'
    echo 'if (( CURRENT == 2 )); then'
    echo '    _describe command commands'
    echo '    return'
    echo 'fi'
    echo 'case $words[2] in'
    commands | while read -r name _; do
        echo "$name)"
        echo '    _arguments \'
        options "$name" | while IFS="$(printf '\t')" read -r short long argument words; do
            [ "$argument" = - ] && value= || value=':value:_files'
            [ "$long" = - ] || echo "        '--$long[$(zsh_words "$words")]$value' \\"
            [ "$short" = - ] || echo "        '-$short[$(zsh_words "$words")]$value' \\"
        done
        echo "        '*:file:_files'"
        echo '    ;;'
    done
    echo 'esac'
}

fish_completions() {
    echo '# fish completions of broadsheet, made by docs/completions.sh'
    commands | while read -r name brief; do
        echo "complete -c broadsheet -n __fish_use_subcommand -f -a $name -d '$(quoted "$brief")'"
    done
    commands | while read -r name _; do
        options "$name" | while IFS="$(printf '\t')" read -r short long argument words; do
            line="complete -c broadsheet -n '__fish_seen_subcommand_from $name'"
            [ "$long" = - ] || line="$line -l $long"
            [ "$short" = - ] || line="$line -s $short"
            [ "$argument" = - ] || line="$line -r"
            echo "$line -d '$(quoted "$words")'"
        done
    done
}

case $shell in
bash | zsh | fish) "${shell}_completions" ;;
*) echo "usage: completions.sh BROADSHEET bash|zsh|fish" >&2 && exit 2 ;;
esac
