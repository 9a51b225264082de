/**
 * An agent of your own: it asks the model for one action at a time, with the plan in the rules. What it needs to know of
 * an episode it is told; it never sees the world. `own-world-python/agent.py` is the same agent as a process in Python.
 *
 * @typedef {import('planwright').OwnAgent} OwnAgent
 * @typedef {import('planwright').ChatMessage} ChatMessage
 */

/** @type {OwnAgent} */
export const agent = {
  name: 'one-line',
  begin: ({ manual, plan, goal, initialObservation }, model) => ({
    act: async (steps) => {
      const reply = await model.complete({
        purpose: 'act',
        messages: [
          { role: 'system', content: describeRules(manual, plan) },
          { role: 'user', content: ask(`Your job: ${goal}\n\nObservation: ${initialObservation}`) },
          ...steps.flatMap(({ action, observation }) => /** @type {ChatMessage[]} */ ([
            { role: 'assistant', content: action || '(nothing)' },
            { role: 'user', content: ask(`Observation: ${observation}`) },
          ])),
        ],
        sampling: { maxTokens: 50, stop: ['\n'] },
      });
      return { rawAction: reply.text, action: readAction(reply.text, manual), formalizer: 'none' };
    },
  }),
};

/**
 * @param {import('planwright').Manual} manual
 * @param {string} plan
 */
function describeRules({ introduction, actions }, plan) {
  const forms = actions.map(({ form, description }) => `- ${form}: ${description}`).join('\n');
  const rules = [introduction, `You can take these actions, one at a time:\n${forms}`];
  return [...rules, ...(plan === '' ? [] : [`Follow this plan:\n${plan}`])].join('\n\n');
}

/** @param {string} text */
function ask(text) {
  return `${text}\n\nWrite your next action and nothing else, with names just as the observations write them.`;
}

/**
 * The first action in what a model writes, in the form that the manual gives it; all of it where there is none.
 *
 * @param {string} text
 * @param {import('planwright').Manual} manual
 */
function readAction(text, { actions }) {
  const line = text.toLowerCase();
  for (const { form, alsoSaid = [] } of actions) {
    for (const words of [form, ...alsoSaid]) {
      const found = patternOf(words).exec(line);
      if (found) return form.replace(/\{(\w+)\}/g, (_slot, name) => found.groups?.[name] ?? '');
    }
  }
  return text.trim();
}

/** Words with slots as a pattern: a slot is a name with its number. @param {string} words */
function patternOf(words) {
  const source = words.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? `(?:the |an? )?(?<${part}>\\w+ \\d+)` : part));
  return new RegExp(`\\b${source.join('')}(?!\\w)`);
}
