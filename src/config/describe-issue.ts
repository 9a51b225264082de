import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
};

/** Why a value does not fit the schema, in plain words that show the value. */
export function describeIssue(issue: Issue, value: unknown): string {
  if (value === null || value === '') return 'has no value: give one, or take the key out';
  if (value === undefined) return 'is missing';
  const shown = showValue(value);
  switch (issue.code) {
    case 'invalid_type':
      return `${shown} is not ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${shown} is none of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'array') return 'the list is empty';
      return `${shown} is too small: give ${issue.inclusive ? '' : 'more than '}${issue.minimum}${issue.inclusive ? ' or more' : ''}`;
    case 'too_big':
      return `${shown} is too large: give ${issue.maximum} or less`;
    case 'invalid_format':
      return issue.message;
    default:
      return `${shown}: ${issue.message}`;
  }
}

function showValue(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
