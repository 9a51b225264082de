import { formatWord } from './posix-tables.js';
import type { CompletionTables, Word } from './tables.js';

/** The completion script for fish. */
export function formatFish(tables: CompletionTables): string {
  const { commands, options, values, positions, settings, settingValues } = tables;
  return [
    '# Completion of planwright for fish; made by: planwright completion fish',
    formatCases('__planwright_commands', [...commands].map(byWords)),
    formatCases('__planwright_options', [...options].map(byWords)),
    formatCases('__planwright_value', [...values].map(byOffer)),
    formatCases('__planwright_position', [...positions].map(byOffer)),
    formatCases('__planwright_setting', [...settingValues]),
    `function __planwright_settings\n    ${printLines(settings.map(formatWord))}\nend`,
    driver,
  ].join('\n\n');
}

type Case = readonly [place: string, lines: readonly string[]];

function byWords([place, words]: readonly [string, readonly Word[]]): Case {
  return [place, words.map(formatWord)];
}

function byOffer([place, offer]: readonly [string, string]): Case {
  return [place, [offer]];
}

/** A star in a place stands for any number, as fish has it within quotation marks too. */
function formatCases(name: string, cases: readonly Case[]): string {
  const rows = cases.map(
    ([place, lines]) => `        case ${quote(place)}\n            ${printLines(lines)}`,
  );
  return `function ${name}\n    switch "$argv[1]"\n${rows.join('\n')}\n    end\nend`;
}

function printLines(lines: readonly string[]): string {
  return `printf '%s\\n' ${lines.map(quote).join(' ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const driver = `function __planwright_words
    set -l place $argv[1]
    set -l offer $argv[2]
    set -l current $argv[3]
    switch "$offer"
        case commands
            __planwright_commands $place
        case options
            __planwright_options $place
        case runs
            printf 'latest\\tthe newest run\\n'
            for journal in runs/*/journal.jsonl
                set -l name (string split / -- $journal)[2]
                if string match -qr '^[A-Za-z0-9._-]+$' -- $name
                    printf 'runs/%s\\n' $name
                end
            end
        case settings
            if string match -q '*=*' -- $current
                set -l key (string split -m 1 = -- $current)[1]
                for value in (__planwright_setting $key)
                    printf '%s=%s\\n' $key $value
                end
            else
                __planwright_settings | string replace \\t =\\t
            end
        case files
            __fish_complete_path $current
        case 'words *'
            string split ' ' -- (string replace 'words ' '' -- $offer)
    end
end

function __planwright_complete
    set -l place planwright
    set -l count 0
    set -l option ''
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    for word in $typed[2..]
        if test -n "$option"
            set option ''
        else if string match -q -- '-*' $word
            if not string match -q -- '*=*' $word; and test -n "$(__planwright_value "$place $word")"
                set option $word
            end
        else if __planwright_commands $place | string match -q -- (printf '%s\\t*' $word)
            set place "$place $word"
            set count 0
        else
            set count (math $count + 1)
        end
    end
    if test -n "$option"
        __planwright_words $place (__planwright_value "$place $option") $current
    else if string match -q -- '--*=*' $current
        set -l parts (string split -m 1 = -- $current)
        __planwright_words $place (__planwright_value "$place $parts[1]") $parts[2] | string replace -r -- '^' "$parts[1]="
    else if string match -q -- '-*' $current
        __planwright_words $place options $current
    else if test -n "$(__planwright_commands $place)"
        __planwright_words $place commands $current
    else
        __planwright_words $place (__planwright_position "$place $count") $current
    end
end

complete -c planwright -f -a '(__planwright_complete)'
`;
