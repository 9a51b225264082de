/** The end of a command's help: lines that can be run as they stand. A test parses them. */
export function examples(...lines: readonly string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  planwright ${line}`).join('\n')}`;
}
