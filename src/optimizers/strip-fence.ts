/** A text as models wrap it: in a code fence, or not; without the fence and blanks around it. */
export function stripFence(text: string): string {
  const fenced = /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(text.trim());
  return (fenced?.[1] ?? text).trim();
}
