/** What instructions are made from. */
export interface InstructionsReport {
  /** Name of the sheet's file. */
  readonly sheet: string;
  readonly rows: number;
}

/** What annotators are told, as Markdown: how to fill the sheet, and what counts as right. */
export function renderInstructions({ sheet, rows }: InstructionsReport): string {
  return `# How to fill ${sheet}

The sheet has ${rows} rows. Each has a question, its right answer and an answer that was given. Say of each given
answer whether it is right.

## Filling the sheet

- Write \`yes\` (right) or \`no\` (wrong) into your own column: the first annotator into \`annotator_1\`, the second into
  \`annotator_2\`, and so on. Whoever has a copy of their own uses \`annotator_1\` of that copy.
- Mark every row. An answer counts only where more than half of all annotators say the same.
- Decide alone and look at nobody else's marks. Do not guess who gave an answer: two rows with one question are two
  separate answers.
- Change nothing else: no id, question or answer. You may sort the rows, and add columns of your own for remarks.
- Save as CSV in UTF-8 (in Excel: "CSV UTF-8"), with any separator.

Quotation marks like “1990” are no part of a text: they keep spreadsheets from changing it. Something like <U+202E>
stands for a character that can not be seen.

## What counts as right

Take the right answer as right, even where you doubt it, and ask: does the given answer say the same, as an answer to
this question?

Mark \`yes\` when it does, though the words differ:

- another spelling, order of words, abbreviation or form of a name, as long as it is clear who or what is meant;
- the same number, date or unit in another form ("two" for "2", "12 May 1990" for "May 12, 1990");
- a whole sentence, or more detail than was asked for, when the detail fits the right answer.

Mark \`no\` when it does not:

- it names something else, or something of which the right answer is only one of several;
- it lacks a part that the question asks for, such as one of two names, or the year of a date;
- it is so general that it would fit other answers as well;
- it names several possible answers and does not decide between them, even if the right one is among them;
- it contains the right answer and contradicts it, or adds something false about it;
- it says \`no\` where \`yes\` is right, or the reverse, whatever reasons it gives;
- it says that the answer is not known.

Where you still doubt, ask whether someone who asked the question would have been told the right thing.
`;
}
