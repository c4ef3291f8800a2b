import { z } from 'zod';

/** A list of texts, as columns hold it in JSON. */
export const storedTexts = z.array(z.string());

/** What a column of JSON holds; `instead` where it is no JSON, or of another shape, so that one row that somebody spoilt fails nothing else. */
export function readStored<Value>(schema: z.ZodType<Value>, text: string, instead: Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return instead;
  }
  const read = schema.safeParse(value);
  return read.success ? read.data : instead;
}
