import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';

/** Post meta that holds a post's footnotes, as JSON: every type with a text has it. */
export const footnotesKey = 'footnotes';

const notes = z.array(z.object({ id: z.string(), content: z.string() }));

/** The stored footnotes of a post as JSON; '' where it has none. */
export async function findFootnotes(read: Reader, postId: number): Promise<string> {
  const row = await read
    .selectFrom('post_meta')
    .select('value')
    .where('post_id', '=', postId)
    .where('key', '=', footnotesKey)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.value ?? '';
}

/** The notes of what is stored. Throws `SyntaxError` or `ZodError` for what is no list of notes. */
export function readFootnotes(json: string): z.output<typeof notes> {
  return notes.parse(JSON.parse(json));
}

function isList(json: string): boolean {
  try {
    readFootnotes(json);
    return true;
  } catch {
    return false;
  }
}

/** Footnotes as somebody sends them. */
export const sentFootnotes = z
  .string()
  .max(200_000)
  .refine(isList, 'expected a list of {"id", "content"} as JSON text');

/** The same as somebody may write them who has no `unfiltered_html`: as they were sent, where nothing has to go. Ids are letters, digits, `_` and `-`. */
export function cleanFootnotes(json: string): string {
  const sent = readFootnotes(json);
  const clean = sent.map(({ id, content }) => ({
    id: id.replaceAll(/[^\w-]/g, ''),
    content: cleanWhereNeeded([content])[0] ?? '',
  }));
  return clean.every(({ id, content }, index) => id === sent[index]?.id && content === sent[index]?.content)
    ? json
    : JSON.stringify(clean);
}
