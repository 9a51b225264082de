import { definePrompt } from '../core/prompt.js';
import { commonPrompts } from './common-prompts.js';
import { namesNote } from './manual-text.js';
import { reactPrompts } from './react.js';

const language = [
  'You do a job by a program that you write before you begin. A program is one JSON object:',
  '{"steps": [{"step": 1, "why": "what this step is for", "do": [commands]}, ...]}',
  'The steps are numbered upwards and run in order. The commands are:',
  '- {"action": "...", "expect": "..."}: take this action. Where "expect" is given and what is then observed does not ' +
    'contain it, the program stops.',
  '- {"forEach": "place", "in": ["...", "..."], "do": [commands], "until": "..."}: run the commands once for each ' +
    'entry of the list, with {place} standing for the entry. After each pass, where something observed in it ' +
    'contains "until", the loop is over; where no pass brings that about, the program stops. Without "until" the ' +
    'whole list is gone through. In place of the list there may be "{name}": then what is kept under that name is ' +
    'cut into entries at commas and line ends.',
  '- {"if": "...", "do": [commands], "else": [commands]}: where the latest observation contains the text, run the ' +
    'first commands, otherwise those under "else", which may be left out.',
  '- {"ask": "a question", "as": "name"}: when the program comes here, you are asked this question with the latest ' +
    'observations before you, and your answer is kept under the name.',
  'In every text {name} stands for what is kept under that name. In "expect", "until" and "if", a name under which ' +
    'nothing is kept yet stands for one word or number and keeps it: "apple {n}" is found in "You see an apple 3", ' +
    'and {n} is 3 from then on. Upper and lower case are the same there.',
  'A program has at most 100 steps, commands at most 4 deep, and lists of at most 200 entries.',
].join('\n');

/** AdaPlanner's prompts. A config may override each by a template file. */
export const adaplannerPrompts = {
  ...commonPrompts,
  /** Rules of the transcript that reflection continues. */
  reactRules: reactPrompts.reactRules,
  adaplannerRules: definePrompt(
    'adaplannerRules',
    ['introduction', 'actions', 'plan', 'examples'],
    ({ introduction, actions, plan, examples }) =>
      [
        introduction,
        `You can take these actions, one at a time:\n${actions}`,
        namesNote,
        ...(plan === '' ? [] : [`Follow this plan, which was made for jobs of this kind:\n${plan}`]),
        language,
        ...(examples === '' ? [] : [examples]),
      ].join('\n\n'),
  ),
  writeProgram: definePrompt('writeProgram', [], () => 'Write the program. Answer with the JSON alone.'),
  checkProgram: definePrompt(
    'checkProgram',
    [],
    () =>
      'Check this program against the language and the forms of the actions. Answer OK where it keeps to both, ' +
      'otherwise with the whole corrected program.',
  ),
  refineProgram: definePrompt(
    'refineProgram',
    ['problem', 'interactions'],
    ({ problem, interactions }) =>
      [
        problem,
        ...(interactions === '' ? [] : [`What happened last:\n${interactions}`]),
        'Write the whole program anew. What was done stays done. Answer with the JSON alone.',
      ].join('\n\n'),
    ['interactions'],
  ),
  resumeProgram: definePrompt(
    'resumeProgram',
    [],
    () =>
      'From which step on does the new program have to run, now that some of the job is done? Answer with the number ' +
      'of the step alone.',
  ),
  ask: definePrompt(
    'ask',
    ['interactions', 'question'],
    ({ interactions, question }) =>
      [
        ...(interactions === '' ? [] : [`What happened last:\n${interactions}`]),
        `Question: ${question}`,
        'Your program asks you this. Answer with a name, a number or a few words, several of them with commas ' +
          'between, and nothing else.\nAnswer:',
      ].join('\n\n'),
    ['interactions'],
  ),
};
/** The prompts of AdaPlanner, by stage. */
export type AdaplannerPrompts = typeof adaplannerPrompts;
