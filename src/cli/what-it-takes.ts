import type { z } from 'zod';

/** What a setting takes, in words for a person, from its JSON schema: `true or false`, `a whole number from 1 to 100`. */
export function whatItTakes(schema: z.core.JSONSchema.JSONSchema): string {
  const { type, enum: choices, anyOf, items, minimum, maximum, maxLength } = schema;
  if (anyOf) return [...new Set(anyOf.map(whatItTakes))].join(', or ');
  if (choices)
    return choices
      .map((choice) => JSON.stringify(choice))
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === 'boolean') return 'true or false';
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? `${kind} from ${minimum ?? 0}`
      : `${kind} from ${minimum ?? 0} to ${maximum}`;
  }
  if (type === 'array')
    return `a list as JSON, each entry ${typeof items === 'object' && !Array.isArray(items) ? whatItTakes(items) : 'anything'}`;
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}
