import { formatPosixTables } from './posix-tables.js';
import type { CompletionTables } from './tables.js';

/** The completion script for zsh: to be read by a shell in which compinit ran, or put into a folder of fpath as _planwright. */
export function formatZsh(tables: CompletionTables): string {
  return `#compdef planwright
# Completion of planwright for zsh; made by: planwright completion zsh

${formatPosixTables(tables)}

${driver}`;
}

const driver = `_planwright() {
  local place=planwright count=0 option='' offer='' lead='' word about current i
  local -a whole open
  for ((i = 2; i < CURRENT; i++)); do _planwright_read "\${words[i]}"; done
  current="\${words[CURRENT]}"
  _planwright_find "$current"
  current="\${current#"$lead"}"
  while IFS=$'\\t' read -r word about; do
    [[ -n $word && $word == "$current"* ]] || continue
    word="\${lead}\${word//:/\\\\:}:$about"
    if [[ $word == *=:* ]]; then open+=("$word"); else whole+=("$word"); fi
  done < <(_planwright_words "$current")
  if (( \${#open} )); then _describe -t settings setting open -S ''; fi
  if (( \${#whole} )); then _describe -t words word whole; fi
  case "$offer" in
    files) _files ;;
    runs) if (( ! \${#whole} )); then _files -/; fi ;;
  esac
}

# Read as a function of fpath this file is the completion itself; read by a shell it makes it known.
if [[ $funcstack[1] == _planwright ]]; then _planwright "$@"; else compdef _planwright planwright; fi
`;
