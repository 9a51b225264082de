/** Rows as a Markdown table; the first one is the head, and all columns but the first stand to the right. */
export function renderMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function escapeCell(cell: string): string {
  return cell.trim().replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');
}
