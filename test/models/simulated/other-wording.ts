/** A second set of prompts with the same meaning and none of our sentences: the simulated model must read it too. */
export const otherWording: Readonly<Record<string, string>> = {
  rules: [
    '{{introduction}}',
    'Commands the game understands (one per turn):\n{{actions}}',
    'Use full names with their index. The game has its own logic, so trust what it reports.',
    'Here is a guide that others have written for tasks like this one:\n{{plan}}',
  ].join('\n\n'),
  task: 'Your task is to: {{goal}}\n\nGame: {{observation}}',
  observation: 'Game: {{observation}}',
  decide:
    'State where in the guide you stand, share your reasoning for one next command, and give it, in this form:\n' +
    'Thought: (reasoning)\nAction: (command)',
  decideWithoutPlan:
    'Say your reasoning for one next command and the command:\nThought: (reasoning)\nAction: (command)',
  thought: 'State where in the guide you stand and share your reasoning for one next command.',
  thoughtWithoutPlan: 'Share your reasoning for one next command. What do you consider best?',
  action: 'Give the command itself.\nAction:',
  formalize: [
    'Every action has to look like one of these:\n{{actions}}',
    'Game: {{observation}}',
    'Rewrite the following action so that it has exactly such a form; take the first if there are more.',
    'Action as given: {{action}}\nAction rewritten:',
  ].join('\n\n'),
  outcome: 'The game has ended: {{result}}',
  summarize: 'Please recap the events in order, a line for each.',
  identifyFlaws: 'What went wrong? List all mistakes in the guide or in the commands, one per line.',
  revisePlan: 'Now propose how the faulty part should be changed. Leave the rest as it is.',
  job: 'Episode {{number}}: {{goal}}\nOutcome: {{result}}\nWhat was done:\n{{summary}}\nMistakes:\n{{flaws}}\nProposal:\n{{revision}}',
  updatePlan: [
    '{{introduction}}',
    'Commands:\n{{actions}}',
    'The tasks: {{task}}',
    'Guide in use until now:\n{{plan}}',
    'What came of it:\n\n{{jobs}}',
    'Please write an improved guide for all tasks of this sort, as numbered steps in the forms above and nothing else.',
  ].join('\n\n'),
  listedStep: '{{id}}: {{text}} [{{evidence}}]',
  weighSteps:
    'The guide has these steps:\n{{steps}}\n\nWhich of them were of help here, which did harm, and which were ignored? ' +
    'Reply in JSON with the keys "helped", "hurt" and "notFollowed", each a list of step names.',
  rejectedEdit: '* {{edit}} -- refused because {{reason}}',
  editPlan: [
    '{{introduction}}',
    'Commands:\n{{actions}}',
    'The tasks: {{task}}',
    'Guide in use until now:\n{{steps}}',
    'Changes that were turned down earlier:\n{{rejected}}',
    'What came of it:\n\n{{jobs}}',
    'Improve the guide by no more than {{edits}} operations, so that it has {{room}} steps or fewer. Reply in JSON: ' +
      '{"edits": [{"operation": "add" | "replace" | "remove" | "move", "id": ..., "after": ..., "text": ..., "jobs": [...]}]}',
  ].join('\n\n'),
};
