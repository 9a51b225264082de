/**
 * A world and an agent as a process, to test with: `node bad-process.mjs FAULT WHEN [FILE]`. It does well, but for the
 * fault when it is asked for WHEN: of a world in the episodes of the instance `bad`, of an agent where the goal is `bad`;
 * of `hello` always.
 */
import { spawn } from 'node:child_process';
import { closeSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , fault = 'none', when = '', file = ''] = process.argv;
const asWorld = { name: 'toy', version: '1.0.0', maxSteps: 5 };
const manual = {
  introduction: 'You are in a corridor with doors.',
  actions: [
    { form: 'open {door}', description: 'open a door' },
    { form: 'leave', description: 'go away for good' },
  ],
  tasks: { seek: 'find the prize' },
};
const many = fault === 'many' ? { episodes: 3 } : {};
/** Episodes by their numbers. */
const episodes = new Map();

function answer(message) {
  const { type, episode } = message;
  const tagged = fault === 'many' && episode !== undefined ? { episode } : {};
  switch (type) {
    case 'hello':
      if (message.role === 'agent') return { type, name: 'toy-agent', version: '1.0.0', ...many };
      return { type, ...asWorld, manual, ...many };
    case 'reset':
      return { ...tagged, ...reset(message) };
    case 'step':
      return { ...tagged, ...step(episodes.get(episode), message.action) };
    case 'begin':
      episodes.set(episode, message);
      return { ...tagged, type: 'ready' };
    case 'act':
      if (fault === 'asks')
        return { type: 'ask', messages: [{ role: 'user', content: episodes.get(episode).plan }] };
      return { ...tagged, type: 'act', action: message.steps.length < 2 ? 'open door 1' : null };
    case 'reply':
      return fault === 'asks' && when === 'forever'
        ? { type: 'ask', messages: [{ role: 'user', content: 'again' }] }
        : { ...tagged, type: 'act', action: message.text, thought: 'I asked.' };
  }
}

function reset({ episode, instance, seed }) {
  const { doors, prize } = instance.setup;
  if (typeof doors !== 'number') return { type: 'refuse', message: 'not a corridor' };
  const state = { doors, prize, opened: new Set(), left: false };
  episodes.set(episode, state);
  return turn(state, `You see ${doors} doors. Seed ${seed}.`);
}

function step(state, action) {
  const door = Number(/^open door (\d+)$/.exec(action)?.[1]);
  if (action === 'complain') return { type: 'error', message: 'out of coal' };
  if (action === 'leave') {
    state.left = true;
    return turn(state, 'You leave.');
  }
  if (!(door >= 1 && door <= state.doors) || state.opened.has(door)) return turn(state, 'That does nothing.');
  state.opened.add(door);
  return turn(state, door === state.prize ? 'The prize!' : `Behind door ${door} is a wall.`);
}

function turn({ doors, prize, opened, left }, observation) {
  const won = opened.has(prize);
  const shut = Array.from({ length: doors }, (_, i) => i + 1).filter((door) => !opened.has(door));
  const admissible = [...shut.map((door) => `open door ${door}`), 'leave'];
  return { type: 'turn', observation, reward: won ? 1 : 0, terminated: won || left, admissible };
}

const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`);
const stay = () => setInterval(() => {}, 1000);

/** What it does in the place of the right answer. */
const faults = {
  dies: () => {
    writeSync(2, 'a first line\nout of \u001b[31mluck\n');
    process.exit(3);
  },
  killed: () => process.kill(process.pid, 'SIGKILL'),
  hangs: stay,
  garbage: () => writeSync(1, 'I am thinking...\n'),
  empty: () => writeSync(1, '\n'),
  list: () => say([1]),
  noise: (right) => {
    writeSync(1, 'debug: here\n');
    say(right);
  },
  huge: () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    process.stdout.on('error', () => {});
    for (let i = 0; i < 10; i++) process.stdout.write(megabyte);
  },
  bytes: () => writeSync(1, Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a])),
  nan: (right) =>
    writeSync(1, `${JSON.stringify({ ...right, reward: 0 }).replace('"reward":0', '"reward":NaN')}\n`),
  generous: (right) => say({ ...right, reward: 1.5 }),
  missing: ({ observation: _left, name: _out, ...right }) => say(right),
  extra: (right) => say({ ...right, done: true }),
  twice: (right) => {
    say(right);
    say(right);
  },
  forks: () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    writeFileSync(file, String(child.pid));
    process.exit(0);
  },
  deaf: (right) => {
    closeSync(0);
    say(right);
    stay();
  },
  slow: (right) => setTimeout(() => say(right), 400),
  other: (right) => say({ ...right, episode: 77 }),
};

const isBad = ({ type, instance, goal, episode }) => {
  if (type === 'hello') return true;
  if (type === 'reset' || type === 'begin')
    badEpisode = (instance?.id ?? goal) === 'bad' ? episode : badEpisode;
  return episode === badEpisode;
};
let badEpisode = -1;

if (fault === 'writes-pid') writeFileSync(`${file}-${process.pid}`, '');
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const bad = isBad(message);
  const right = answer(message);
  if (right === undefined) continue;
  const misbehave = message.type === when && bad ? faults[fault] : undefined;
  if (misbehave) misbehave(right);
  else say(right);
}
