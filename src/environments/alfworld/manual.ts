export function describeManual(): never { throw new Error('todo'); }
