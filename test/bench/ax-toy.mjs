/** Runs beside an installed Ax: `ax-toy.mjs URL METRIC_CALLS`. Prints what its GEPA took, in milliseconds. */
import { ai, ax, optimize } from '@ax-llm/ax';

const [, , apiURL, metricCalls] = process.argv;
const model = ai({ name: 'openai', apiKey: 'none', apiURL });
const program = ax('question:string -> answer:class "left, right"');
const examples = Array.from({ length: 300 }, (_, i) => ({
  question: `Which door of house ${i} is right?`,
  answer: i % 2 === 0 ? 'left' : 'right',
}));
let scored = 0;
const metric = ({ prediction, example }) => {
  scored++;
  return prediction?.answer === example.answer ? 1 : 0;
};
const start = performance.now();
await optimize(program, examples.slice(0, 240), metric, {
  studentAI: model,
  teacherAI: model,
  validationExamples: examples.slice(240),
  maxMetricCalls: Number(metricCalls),
});
process.stdout.write(`\n${JSON.stringify({ milliseconds: performance.now() - start, scored })}\n`);
