import { z } from 'zod';
import { messageOf, NotFoundError, UnavailableError } from '../../../lib/errors.ts';
import { fetchOutside } from '../../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
import { cleanContent } from '../../posts/clean-content.ts';
import { longestFile, readTemplateFile } from '../template-file.ts';
import type { TemplateFile } from '../template-file.ts';
import { libraryHead } from './library.ts';
import type { LibraryEntry } from './library.ts';

const entryName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/);
/** Another library, at an address that a setting names: a JSON index, and a template file for each of its entries. */
const index = z.object({
  format: z.literal('broadsheet-library'),
  version: z.literal(1),
  templates: z
    .array(
      libraryHead.extend({ name: entryName, mobile: entryName.optional(), file: z.string().min(1).max(500) }),
    )
    .max(300)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'two of the templates have the same name',
    ),
});
type OutsideEntry = z.output<typeof index>['templates'][number];

const longestIndex = 500_000;
const timeoutMs = 8_000;
/** How long an answer is kept, in milliseconds. */
const keptMs = 10 * 60_000;
/** How long a failed address is left alone. */
const failedMs = 30_000;

interface Kept<Value> {
  readonly value: Promise<Value>;
  until: number;
}

/** Answers by address, those that are awaited included; nothing that readers do asks here. */
const indexByAddress = new LruCache<string, Kept<readonly OutsideEntry[]>>(2);
const fileByAddress = new LruCache<string, Kept<TemplateFile>>(10);

function keep<Value>(
  cache: LruCache<string, Kept<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known && known.until > Date.now()) return known.value;
  const kept: Kept<Value> = { value: make(), until: Date.now() + keptMs };
  kept.value.catch(() => {
    kept.until = Math.min(kept.until, Date.now() + failedMs);
  });
  cache.set(key, kept);
  return kept.value;
}

async function json(address: string, maxBytes: number, ask: FetchOutside): Promise<unknown> {
  const reply = await ask(address, { headers: { accept: 'application/json' }, timeoutMs, maxBytes }).catch(
    (error: unknown) => {
      // Where the library leads is no fault of who looks through it.
      throw new UnavailableError(`${address} can't be had: ${messageOf(error)}`, { cause: error });
    },
  );
  if (reply.status !== 200)
    throw new UnavailableError(`${new URL(address).host} answered ${reply.status} for ${address}.`);
  if (new URL(reply.url).origin !== new URL(address).origin)
    throw new UnavailableError(`${address} leads to another site.`);
  try {
    return JSON.parse(reply.body.toString('utf8')) as unknown;
  } catch {
    throw new UnavailableError(`What is at ${address} is no JSON.`); // the parser's own words would quote whatever bytes came
  }
}

/** The templates of the library at an address. Throws `UnavailableError` for one that can't be reached or is none. */
export function outsideEntries(
  address: string,
  ask: FetchOutside = fetchOutside,
): Promise<readonly OutsideEntry[]> {
  return keep(indexByAddress, address, async () => {
    const read = index.safeParse(await json(address, longestIndex, ask));
    if (!read.success)
      throw new UnavailableError(
        `What is at ${address} is no library of templates: ${z.prettifyError(read.error).slice(0, 500)}`,
      );
    return read.data.templates;
  });
}

/** Without what only this module needs. */
export function shownEntry({
  name,
  title,
  type,
  style,
  description,
  isMobile,
  mobile,
}: OutsideEntry): LibraryEntry {
  return { name, title, type, style, description, isMobile, mobile };
}

/** The file of one of them: it lies at the same origin as the index. Throws `NotFoundError`, `UnavailableError`, and `InvalidInputError` for no good file. */
export async function outsideFile(
  address: string,
  name: string,
  ask: FetchOutside = fetchOutside,
): Promise<TemplateFile> {
  const entry = (await outsideEntries(address, ask)).find((one) => one.name === name);
  if (!entry)
    throw new NotFoundError(
      `There is no template "${name.slice(0, 80)}" in the library at ${address}.`,
      'template_not_found',
    );
  const place = URL.canParse(entry.file, address) ? new URL(entry.file, address) : undefined;
  if (place?.origin !== new URL(address).origin)
    throw new UnavailableError(`The library at ${address} names a file of another site.`);
  return keep(fileByAddress, place.href, async () => {
    const file = readTemplateFile(await json(place.href, longestFile * 2, ask));
    // Nobody who takes one of another site has read it: it brings no scripts, whatever they may write themselves.
    const clean = <Text extends { readonly content: string }>(one: Text): Text => ({
      ...one,
      content: cleanContent(one.content, ''),
    });
    // A file that names no site is still another site's: its numbers of posts are not ours.
    return {
      ...file,
      site: file.site || address,
      templates: file.templates.map(clean),
      patterns: file.patterns.map(clean),
    };
  });
}
