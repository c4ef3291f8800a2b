/** JSON in its one spelling, with the keys of every object sorted; undefined for a text that is no JSON, or is nested too deep to be written again. */
export function canonicalJson(text: string): string | undefined {
  try {
    return JSON.stringify(sortKeys(JSON.parse(text) as unknown, 0));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function sortKeys(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 32) return value;
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item, depth + 1)]),
  );
}
