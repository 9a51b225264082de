export type { EpisodeLink } from './belief-section.js';
export { renderTurns } from './episodes-section.js';
export { type IterationLink, renderDiff, renderIteration } from './learning-section.js';
export type { Markup } from './markup.js';
export { frameStyle, runStyle } from './page-style.js';
export { renderSteps } from './plan-section.js';
export { type RunPageLinks, renderReport, renderRunHead, renderRunSections } from './run-report.js';
export { kindWords, outcomeMark, planWords } from './run-words.js';
