import { formatPosixTables } from './posix-tables.js';
import type { CompletionTables } from './tables.js';

/** The completion script for bash. It needs nothing beside bash itself. */
export function formatBash(tables: CompletionTables): string {
  return `# Completion of planwright for bash; made by: planwright completion bash

${formatPosixTables(tables)}

${driver}`;
}

/** Bash itself cuts words at = and :, so the line is read anew, and the part that bash keeps is left out of the answer. */
const driver = `_planwright() {
  local place=planwright count=0 option='' offer='' lead='' word about current kept i
  local -a typed
  read -ra typed <<< "\${COMP_LINE:0:COMP_POINT}"
  case "\${COMP_LINE:0:COMP_POINT}" in *[[:space:]]) typed+=('') ;; esac
  for ((i = 1; i < \${#typed[@]} - 1; i++)); do _planwright_read "\${typed[i]}"; done
  current="\${typed[\${#typed[@]} - 1]}"
  _planwright_find "$current"
  current="\${current#"$lead"}"
  kept="$lead"
  case "$current" in *=*) kept="$lead\${current%=*}=" ;; esac
  case "$COMP_WORDBREAKS" in *=*) ;; *) kept='' ;; esac
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    [[ -n $word && $word == "$current"* ]] || continue
    word="$lead$word"
    COMPREPLY+=("\${word#"$kept"}")
    if [[ $word == *= ]]; then compopt -o nospace 2>/dev/null; fi
  done < <(_planwright_words "$current")
  # Without an answer bash offers files, which it should where files or runs are asked for.
  case "$offer" in files | runs) ;; *) compopt +o default 2>/dev/null ;; esac
}

complete -o default -F _planwright planwright
`;
