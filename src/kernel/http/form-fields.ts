/** Text fields of a parsed form; a field sent twice counts once, with its last value. Whatever else a client sent as a body counts as no fields. */
export function formFields(body: unknown): Map<string, string> {
  if (typeof body !== 'object' || body === null) return new Map();
  return new Map(
    Object.entries(body)
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.at(-1) : value] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}
