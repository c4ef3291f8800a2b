import { z } from 'zod';
import { parseWith, refuse, sentAs } from './params.ts';

const maxListed = 1000;

/** A list of objects that are parsed with a command's schema; undefined if it is not sent. */
export function listParam<Schema extends z.ZodObject>(schema: Schema, most = maxListed) {
  const { $schema: _, ...items } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return sentAs<readonly z.input<Schema>[]>()
    .transform((value: unknown, context): z.output<Schema>[] | undefined => {
      if (value === undefined) return undefined;
      if (!Array.isArray(value))
        return refuse(context, value, 'rest_invalid_type', '%s is not of type array.');
      if (value.length > most)
        return refuse(context, value, 'rest_too_many_items', `%s must contain at most ${most} items.`);
      return parseWith(z.array(schema), value, context);
    })
    .meta({ type: 'array', items });
}
