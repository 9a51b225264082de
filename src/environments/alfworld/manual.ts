/** What an agent reads before it starts: in general terms, without a word on how a task is solved. */
import type { ActionForm, Manual } from '../../core/environment.js';
import { actionForms } from './action-forms.js';
import { type ProfileTexts, profileTexts } from './profile.js';
import type { AlfworldTaskType } from './setup.js';

const introduction = [
  'You are in a household and have a chore to do. There are receptacles (furniture and appliances) and objects',
  'that lie in or on them. You see what a receptacle holds only when you are there.',
  'Every name is a word and an index, such as "book 2".',
].join(' ');

const tasks: Readonly<Record<AlfworldTaskType, string>> = {
  pick: 'put some object in or on some receptacle',
  light: 'look at some object by the light of a lamp',
  clean: 'clean some object and put it in or on some receptacle',
  heat: 'heat some object and put it in or on some receptacle',
  cool: 'cool some object and put it in or on some receptacle',
  two: 'put two objects of one kind in or on the same receptacle',
};

/** All episodes of a text profile read the same of the actions. */
const actionsOf = new Map(
  Object.values(profileTexts).map((texts): [ProfileTexts, readonly ActionForm[]] => [
    texts,
    actionForms(texts).map(({ kind: _kind, ...form }) => form),
  ]),
);

/** The manual for the games of a text profile and task type. */
export function describeManual(texts: ProfileTexts, taskType: AlfworldTaskType): Manual {
  return { introduction, actions: actionsOf.get(texts) ?? [], task: tasks[taskType] };
}
