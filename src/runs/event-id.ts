import type { RunEvent } from '../core/event.js';

/** What an event is about, the same whenever the same thing happens again; null for events that are counted one by one. */
export function idOf(event: RunEvent): string | null {
  const id = bareIdOf(event);
  const cell = 'cell' in event ? event.cell : undefined;
  return id === null || cell === undefined ? id : `${cell} ${id}`;
}

function bareIdOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-start':
      return `run-start ${event.taskType}`;
    case 'iteration-start':
    case 'iteration-end':
      return `${event.type} ${event.taskType} ${event.iteration}`;
    case 'update-judged':
      return `${event.type} ${event.taskType} ${event.iteration}`;
    case 'plan-selected':
      return `${event.type} ${event.taskType}`;
    case 'cell-start':
    case 'cell-end':
      return `${event.type} ${event.cell}`;
    case 'evaluation-start':
    case 'evaluation-end':
      return `${event.type} ${event.taskType} ${event.phase} ${event.planId}`;
    case 'episode-start':
      return `${event.type} ${event.episodeId}`;
    case 'episode-step':
      return `step ${event.episodeId} ${event.step}`;
    case 'episode-end':
      return `${event.type} ${event.episode.id}`;
    case 'reflection-end':
      return `${event.type} ${event.reflection.episodeId}`;
    default:
      return null;
  }
}
