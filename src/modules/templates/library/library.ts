import { z } from 'zod';
import { templateTypes } from '../model.ts';
import type { TemplateType } from '../model.ts';
import { librarySaid } from '../../../languages/library-words.ts';
import { NotFoundError, messageOf, UnavailableError } from '../../../lib/errors.ts';
import type { TemplateFile } from '../template-input.ts';
import { fetchOutside } from '../../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
import { cleanContent } from '../../posts/index.ts';
import { maxFileLength, readTemplateFile } from '../template-input.ts';

export const libraryStyles = {
  classic: 'Classic',
  pictures: 'Pictures',
  words: 'Words',
  quiet: 'Quiet',
  feature: 'Bold',
} as const;
export type LibraryStyle = keyof typeof libraryStyles;

/** Header of a library file, and entry in an external library's index. */
const libraryHead = z.strictObject({
  title: z.string().trim().min(1).max(100),
  type: z.enum(templateTypes),
  style: z.enum(Object.keys(libraryStyles) as [LibraryStyle, ...LibraryStyle[]]),
  description: z.string().max(300),
  isMobile: z.boolean().default(false),
  mobile: z.string().max(100).optional(),
});

export interface LibraryEntry extends z.output<typeof libraryHead> {
  /** File name without extension: `single-essay`. */
  readonly name: string;
}

interface LibraryTemplate extends LibraryEntry {
  readonly markup: string;
}

/** Parses a library file. Throws if its header is missing or invalid. */
export function readLibraryFile(file: string, text: string): LibraryTemplate {
  const [whole, json] = /^<!--\n(\{.*?\n\})\n-->\n/s.exec(text) ?? [];
  if (whole === undefined || json === undefined)
    throw new Error(`${file} does not begin with its data: a JSON object in an HTML comment.`);
  const head = libraryHead.safeParse(JSON.parse(json));
  if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
  return {
    ...head.data,
    name: file.slice(file.lastIndexOf('/') + 1).replace('.html', ''),
    markup: text.slice(whole.length).trimEnd(),
  };
}

/** Bundled templates by name, ordered by type and name. */
export function bundledLibrary(): ReadonlyMap<string, LibraryTemplate> {
  // Not at module level: the script that describes the API runs without a build, where the glob lists nothing.
  const files = import.meta.glob<string>('./*.html', { query: '?raw', import: 'default', eager: true });
  return new Map(
    Object.entries(files)
      .map(([file, text]) => readLibraryFile(file, text))
      .toSorted((a, b) => placeOfType(a.type) - placeOfType(b.type) || (a.name < b.name ? -1 : 1))
      .map((one) => [one.name, one]),
  );
}

const placeOfType = (type: TemplateType) => templateTypes.indexOf(type);

/** Returns a bundled template and its phone variant as a file, with titles in a language. Throws `NotFoundError`. */
export function bundledFile(name: string, language = 'en'): TemplateFile {
  const library = bundledLibrary();
  const main = library.get(name);
  if (!main)
    throw new NotFoundError(
      `There is no template "${name.slice(0, 80)}" in the library.`,
      'template_not_found',
    );
  const mobile = main.mobile === undefined ? undefined : library.get(main.mobile);
  const written = (one: LibraryTemplate) => ({
    type: one.type,
    title: librarySaid(one, language).title,
    content: one.markup,
    isMobile: one.isMobile,
    headerId: 0,
    footerId: 0,
  });
  return {
    format: 'broadsheet-template',
    version: 1,
    site: '',
    main: 1,
    patterns: [],
    templates: [
      { id: 1, ...written(main), mobileTemplateId: mobile ? 2 : 0 },
      ...(mobile ? [{ id: 2, ...written(mobile), mobileTemplateId: 0 }] : []),
    ],
  };
}

const entryName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/);
/** An external library, at a configured URL: a JSON index, and a template file per entry. */
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

const maxIndexLength = 500_000;
const timeoutMs = 8_000;
/** Milliseconds for which a reply is cached. */
const cacheTtlMs = 10 * 60_000;
/** Milliseconds before a failed address is requested again. */
const failedMs = 30_000;

interface CacheEntry<Value> {
  readonly value: Promise<Value>;
  until: number;
}

async function fetchJson(address: string, maxBytes: number, fetchFrom: FetchOutside): Promise<unknown> {
  const reply = await fetchFrom(address, {
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes,
  }).catch((error: unknown) => {
    throw new UnavailableError(`${address} can't be had: ${messageOf(error)}`, { cause: error });
  });
  if (reply.status !== 200)
    throw new UnavailableError(`${new URL(address).host} answered ${reply.status} for ${address}.`);
  if (new URL(reply.url).origin !== new URL(address).origin)
    throw new UnavailableError(`${address} leads to another site.`);
  try {
    return JSON.parse(reply.body.toString('utf8')) as unknown;
  } catch {
    throw new UnavailableError(`The reply from ${address} is not JSON.`); // the parser's own message would quote arbitrary bytes of the reply
  }
}

/** The other template libraries that settings name. */
export class OutsideLibraries {
  readonly #fetchFrom: FetchOutside;
  readonly #indexByAddress = new LruCache<string, CacheEntry<readonly OutsideEntry[]>>(2);
  readonly #fileByAddress = new LruCache<string, CacheEntry<TemplateFile>>(10);

  constructor(fetchFrom: FetchOutside = fetchOutside) {
    this.#fetchFrom = fetchFrom;
  }

  /** Returns the templates of the library at an address. Throws `UnavailableError` if it is unreachable or invalid. */
  entries(address: string): Promise<readonly OutsideEntry[]> {
    return cached(this.#indexByAddress, address, async () => {
      const read = index.safeParse(await fetchJson(address, maxIndexLength, this.#fetchFrom));
      if (!read.success)
        throw new UnavailableError(
          `The reply from ${address} is not a template library: ${z.prettifyError(read.error).slice(0, 500)}`,
        );
      return read.data.templates;
    });
  }

  /** Loads an entry's file, from the index's origin only. Throws `NotFoundError`, `UnavailableError`, and `InvalidInputError` for an invalid file. */
  async file(address: string, name: string): Promise<TemplateFile> {
    const entry = (await this.entries(address)).find((one) => one.name === name);
    if (!entry)
      throw new NotFoundError(
        `There is no template "${name.slice(0, 80)}" in the library at ${address}.`,
        'template_not_found',
      );
    const place = URL.canParse(entry.file, address) ? new URL(entry.file, address) : undefined;
    if (place?.origin !== new URL(address).origin)
      throw new UnavailableError(`The library at ${address} names a file of another site.`);
    return cached(this.#fileByAddress, place.href, async () => {
      const file = readTemplateFile(await fetchJson(place.href, maxFileLength * 2, this.#fetchFrom));
      // The importing user has not reviewed the foreign file: scripts are removed, whatever the user's capabilities.
      const clean = <Text extends { readonly content: string }>(one: Text): Text => ({
        ...one,
        content: cleanContent(one.content, ''),
      });
      // A file without a site address still comes from another site: its post ids mean nothing here.
      return {
        ...file,
        site: file.site || address,
        templates: file.templates.map(clean),
        patterns: file.patterns.map(clean),
      };
    });
  }
}

function cached<Value>(
  cache: LruCache<string, CacheEntry<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known && known.until > Date.now()) return known.value;
  const entry: CacheEntry<Value> = { value: make(), until: Date.now() + cacheTtlMs };
  entry.value.catch(() => {
    entry.until = Math.min(entry.until, Date.now() + failedMs);
  });
  cache.set(key, entry);
  return entry.value;
}

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

export const outsidePrefix = 'outside/';

interface LibrarySettings {
  readonly template_library_url: string;
  readonly site_language: string;
}

/** Returns a template's file from either library, by name. Throws `NotFoundError` and the errors of `OutsideLibraries.file`. */
export async function findLibraryFile(
  name: string,
  { template_library_url: address, site_language: language }: LibrarySettings,
  libraries: OutsideLibraries,
): Promise<TemplateFile> {
  if (!name.startsWith(outsidePrefix)) return bundledFile(name, language);
  if (address === '')
    throw new NotFoundError('No other library is set (template_library_url).', 'template_not_found');
  return libraries.file(address, name.slice(outsidePrefix.length));
}
