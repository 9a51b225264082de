/** What an agent reads before it starts: in general terms, without a word on how a question is answered. */
import type { Manual } from '../../core/environment.js';

const introduction = [
  'You answer a question with the help of an encyclopedia. You see one of its pages at a time: the page that you',
  'searched for last stays open until a search finds another. Whatever stands between the brackets of an action is',
  'taken as it is, so leave out quotation marks.',
].join(' ');

/** The manual for all questions. */
export const manual: Manual = {
  introduction,
  task: 'answer some question',
  actions: [
    {
      form: 'search[{entity}]',
      description:
        'open the page with this title and see how it begins; where there is none, see titles that resemble it',
      alsoSaid: ['search for {entity}', 'look for {entity}', 'search {entity}'],
    },
    {
      form: 'lookup[{keyword}]',
      description:
        'see the next sentence of the open page that has this keyword in it; the same again gives the one after',
      alsoSaid: ['lookup {keyword}', 'look up {keyword}'],
    },
    {
      form: 'finish[{answer}]',
      description:
        'give this answer, which ends the task; the answer is a name, a few words, a number, yes or no',
      alsoSaid: ['finish with {answer}', 'finish {answer}', 'answer {answer}'],
    },
  ],
};
