/** The tables as functions of a shell that reads POSIX syntax: bash and zsh. */
import type { CompletionTables, Word } from './tables.js';

/** Functions that bash and zsh share. Each prints lines; a tab divides a word from what it is for. */
export function formatPosixTables(tables: CompletionTables): string {
  const { commands, options, values, positions, settings, settingValues } = tables;
  return [
    formatCases('_planwright_commands', 'Commands at a place.', [...commands].map(byWords)),
    formatCases('_planwright_options', 'Options at a place.', [...options].map(byWords)),
    formatCases('_planwright_value', 'What the value of an option is.', [...values].map(byOffer)),
    formatCases('_planwright_position', 'What an argument is.', [...positions].map(byOffer)),
    formatCases('_planwright_setting', 'Values of a setting.', [...settingValues]),
    `# All settings.\n_planwright_settings() {\n  ${printLines(settings.map(formatWord))}\n}`,
    shared,
  ].join('\n\n');
}

type Case = readonly [place: string, lines: readonly string[]];

function byWords([place, words]: readonly [string, readonly Word[]]): Case {
  return [place, words.map(formatWord)];
}

function byOffer([place, offer]: readonly [string, string]): Case {
  return [place, [offer]];
}

/** A word and what it is for, short enough for one line. */
export function formatWord({ word, about }: Word): string {
  const short = about.replaceAll(/\s+/g, ' ');
  return `${word}\t${short.length > 70 ? `${short.slice(0, 69)}…` : short}`;
}

function formatCases(name: string, comment: string, cases: readonly Case[]): string {
  const rows = cases.map(([place, lines]) => `    ${quotePlace(place)}) ${printLines(lines)} ;;`);
  return `# ${comment}\n${name}() {\n  case "$1" in\n${rows.join('\n')}\n  esac\n}`;
}

function printLines(lines: readonly string[]): string {
  return `printf '%s\\n' ${lines.map(quote).join(' ')}`;
}

/** Quoted, but for a star at the end, which stands for any number. */
function quotePlace(place: string): string {
  return place.endsWith('*') ? `${quote(place.slice(0, -1))}*` : quote(place);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const shared = `# Reads one word before the cursor into place, count and option.
_planwright_read() {
  if [ -n "$option" ]; then option=''; return; fi
  case "$1" in
    --*=*) return ;;
    -*) if [ -n "$(_planwright_value "$place $1")" ]; then option="$1"; fi; return ;;
  esac
  if _planwright_commands "$place" | grep -q "^$1	" 2>/dev/null; then place="$place $1"; count=0
  else count=$((count + 1)); fi
}

# What is offered at the cursor: a kind, as _planwright_value prints it. Sets lead to what stands before the word.
_planwright_find() {
  lead=''
  if [ -n "$option" ]; then offer="$(_planwright_value "$place $option")"; return; fi
  case "$1" in
    --*=*) lead="\${1%%=*}="; offer="$(_planwright_value "$place \${1%%=*}")"; return ;;
    -*) offer='options'; return ;;
  esac
  if [ -n "$(_planwright_commands "$place")" ]; then offer='commands'
  else offer="$(_planwright_position "$place $count")"; fi
}

# The words of an offer. Names of runs that are not plain are left out.
_planwright_words() {
  case "$offer" in
    commands) _planwright_commands "$place" ;;
    options) _planwright_options "$place" ;;
    runs)
      printf 'latest\\tthe newest run\\n'
      ls runs 2>/dev/null | while IFS= read -r name; do
        case "$name" in *[!A-Za-z0-9._-]*) continue ;; esac
        if [ -f "runs/$name/journal.jsonl" ]; then printf 'runs/%s\\t\\n' "$name"; fi
      done ;;
    settings)
      case "$1" in
        *=*) _planwright_setting "\${1%%=*}" | while IFS= read -r value; do printf '%s=%s\\t\\n' "\${1%%=*}" "$value"; done ;;
        *) _planwright_settings | while IFS='	' read -r name about; do printf '%s=\\t%s\\n' "$name" "$about"; done ;;
      esac ;;
    words*) for word in $(printf '%s' "\${offer#words }"); do printf '%s\\t\\n' "$word"; done ;;
  esac
}`;
