import { setImmediate } from 'node:timers/promises';
import sax from 'sax';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import { InvalidInputError, UnavailableError } from '../../lib/errors.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import type { FeedItem } from './model.ts';
import { feedJob, saveFeed, saveFeedFault } from './store.ts';
import { decodeBody } from '../../lib/encodings.ts';
import { htmlToText, trimWords } from '../../lib/plain-text.ts';
import { startOf } from '../../lib/cut-text.ts';
import { maxItems } from './model.ts';

/** Maximum bytes of a feed; newspapers' feeds have some hundred thousand. */
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;

export interface FeedQueueSite extends JobQueueSite {
  readonly fetch?: FetchOutside | undefined;
}

/**
 * Fetches feeds of other sites one by one. A refused, failing or unparsable feed gets a fault and keeps its items, and
 * the job is done; the same after the last attempt for an unreachable one.
 */
export function feedQueue(site: FeedQueueSite): Queue {
  const { database, log, fetch: ask = fetchOutside, now = Date.now } = site;
  return jobQueue(site, feedJob, {
    concurrency: 1,
    run: async ({ url }, { signal, finish, attempts }) => {
      let read: FetchedFeed;
      try {
        read = await fetchFeed(ask, url, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof UnavailableError)) throw error;
        if (attempts < feedJob.tries.most) {
          await database.write((tx) => saveFeedFault(tx, url, error.message));
          throw error;
        }
        read = { fault: error.message };
      }
      if ('fault' in read)
        log.warn({ url, reason: read.fault }, 'A feed can’t be read; pages show its last copy');
      await finish((tx) =>
        'fault' in read ? saveFeedFault(tx, url, read.fault, now()) : saveFeed(tx, url, read.items, now()),
      );
    },
  });
}

type FetchedFeed = { readonly items: readonly FeedItem[] } | { readonly fault: string };

const headers = {
  accept:
    'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
};

async function fetchFeed(ask: FetchOutside, url: string, signal: AbortSignal): Promise<FetchedFeed> {
  try {
    const reply = await ask(url, { signal, maxBytes, timeoutMs, headers });
    if (reply.status !== 200) return { fault: `The feed answers with status ${reply.status}.` };
    return { items: await parseFeed(reply.body, reply.headers['content-type'] ?? '', reply.url) };
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof NoFeedError) return { fault: error.message };
    throw error;
  }
}

/** Characters parsed at once; requests run in between. */
const slice = 16_384;
/** Maximum nesting of elements; parsing stops at a deeper one. */
const maxDepth = 100;
/** Characters of a field as written, and of a title, name and URL as stored. */
const maxFieldLength = 50_000;
const maxLengths = { title: 500, author: 200, url: 2000 } as const;
/** Words stored of a summary; editors choose how many are shown. */
const summaryWords = 200;

export class NoFeedError extends Error {
  override readonly name = 'NoFeedError';
}

/**
 * Parses RSS 0.9x, 1.0 and 2.0, and Atom, up to the first XML error. Bounded in entries, fields and depth; custom
 * entities are ignored. Throws `NoFeedError`. `contentType` is the header.
 */
export async function parseFeed(body: Uint8Array, contentType: string, baseUrl: string): Promise<FeedItem[]> {
  const reader = new FeedReader(baseUrl);
  const text = decodeBody(body, contentType, /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/);
  for (let at = 0; at < text.length && reader.isReading; at += slice) {
    reader.write(text.slice(at, at + slice));
    await setImmediate();
  }
  if (!reader.isFeed) throw new NoFeedError('The address does not answer with a feed.');
  return inOrder(reader.items);
}

/** Newest first if all entries have dates, as in WordPress; otherwise in the feed's order. */
function inOrder(items: readonly FeedItem[]): FeedItem[] {
  return items.every(({ publishedAt }) => publishedAt > 0)
    ? items.toSorted((a, b) => b.publishedAt - a.publishedAt)
    : [...items];
}

/** Element names of an entry's fields across formats; the first one with text wins, and the first of several elements with that name. */
const fields = {
  title: ['title', 'dc:title'],
  url: ['link'],
  id: ['guid', 'id'],
  author: ['dc:creator', 'author', 'itunes:author'],
  date: ['pubDate', 'published', 'dc:date', 'updated', 'issued'],
  summary: ['description', 'summary', 'content:encoded', 'content'],
} as const;
const fieldNames: ReadonlySet<string> = new Set(Object.values(fields).flat());
const roots: ReadonlySet<string> = new Set(['rss', 'RDF', 'feed']);
/** Common faults in real feeds that the parser can skip: a bare `&`, `&nbsp;`. */
const harmless = /^Invalid character/;

class FeedReader {
  readonly items: FeedItem[] = [];
  isFeed = false;
  isReading = true;
  readonly #baseUrl: string;
  readonly #parser = sax.parser(true);
  readonly #open: string[] = [];
  #entry: Map<string, string> | undefined;
  /** Number of open elements where the entry and its current field began. */
  #entryDepth = 0;
  #fieldDepth = 0;
  #field = '';

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    const callbacks: Partial<sax.SAXParser> = {
      onerror: (error) => this.#onError(error),
      onopentag: (tag) => this.#onOpen(tag.name, tag.attributes as Record<string, string>),
      onclosetag: () => this.#onClose(),
      ontext: (text) => this.#onText(text),
      oncdata: (text) => this.#onText(text),
    };
    Object.assign(this.#parser, callbacks);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  #onError(error: Error): void {
    if (!harmless.test(error.message)) this.isReading = false;
    this.#parser.error = null as unknown as Error; // resumes the parser
  }

  #onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.isReading) return;
    if (this.#open.length === 0) {
      this.isFeed = roots.has(name.replace(/^.*:/, ''));
      this.isReading = this.isFeed;
    }
    this.#open.push(name);
    if (this.#open.length > maxDepth) this.isReading = false;
    const local = name.replace(/^(?:atom|rss|a):/, '');
    if (!this.#entry) {
      if (local !== 'item' && local !== 'entry') return;
      this.#entry = new Map();
      this.#entryDepth = this.#open.length;
    } else if (
      this.#fieldDepth === 0 &&
      this.#open.length === this.#entryDepth + 1 &&
      fieldNames.has(local) &&
      !this.#entry.get(local)?.trim()
    ) {
      this.#fieldDepth = this.#open.length;
      this.#field = local;
      const isPage = attributes.rel === undefined || attributes.rel === 'alternate';
      if (local === 'link' && attributes.href !== undefined && isPage && !this.#entry.get('link')) {
        this.#entry.set('link', attributes.href.slice(0, maxFieldLength));
      }
    } else if (this.#fieldDepth > 0 && this.#field !== 'author') {
      this.#onText(' '); // separates words in adjacent elements
    }
  }

  #onText(text: string): void {
    if (!this.isReading || !this.#entry || this.#fieldDepth === 0) return;
    // Atom's author has more than a name.
    if (
      this.#field === 'author' &&
      this.#open.length > this.#fieldDepth &&
      !/(?:^|:)name$/.test(this.#open.at(-1) ?? '')
    )
      return;
    const known = this.#entry.get(this.#field) ?? '';
    if (known.length < maxFieldLength)
      this.#entry.set(this.#field, known + text.slice(0, maxFieldLength - known.length));
  }

  #onClose(): void {
    if (!this.isReading) return;
    const depth = this.#open.length;
    this.#open.pop();
    if (depth === 1) this.isReading = false; // ignores anything after the root element
    if (depth === this.#fieldDepth) this.#fieldDepth = 0;
    if (!this.#entry || depth !== this.#entryDepth) return;
    this.items.push(itemOf(this.#entry, this.#baseUrl));
    this.#entry = undefined;
    if (this.items.length === maxItems) this.isReading = false;
  }
}

function itemOf(entry: ReadonlyMap<string, string>, baseUrl: string): FeedItem {
  const first = (names: readonly string[]) =>
    names.map((name) => entry.get(name)?.trim() ?? '').find((text) => text !== '') ?? '';
  const text = (html: string) => htmlToText(html);
  return {
    title: startOf(text(first(fields.title)), maxLengths.title),
    author: authorOf(text(first(fields.author))),
    url: addressOf(first(fields.url), baseUrl) || addressOf(first(fields.id), undefined),
    publishedAt: momentOf(first(fields.date)),
    summary: trimWords(text(first(fields.summary)).slice(0, 20_000), summaryWords).toWellFormed(),
  };
}

/** RSS authors look like `mail@example.org (Name)`; email addresses must not be shown. */
function authorOf(text: string): string {
  const [mail = '', name = ''] = text.split('(', 2);
  return startOf((mail.includes('@') ? (name.split(')', 1)[0] ?? '') : text).trim(), maxLengths.author);
}

function addressOf(text: string, baseUrl: string | undefined): string {
  const url = text === '' ? null : URL.parse(text, baseUrl);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= maxLengths.url ? url.href : '';
}

/** An RSS or Atom date in milliseconds, UTC if it has no zone; 0 if invalid. */
function momentOf(text: string): number {
  const at =
    text.length > 60
      ? Number.NaN
      : Date.parse(hasZone(text) ? text : text.includes('T') ? `${text}Z` : `${text} UTC`);
  return at > 0 && at < 253_402_300_800_000 ? at : 0;
}

/** Whether anything other than the year and AM/PM follows the time. */
function hasZone(text: string): boolean {
  const [, behind = ''] = /\d:\d\d(?::\d\d)?(.*)/s.exec(text) ?? [];
  return /[a-z+-]/i.test(behind.replace(/^\s?[ap]m\b/i, ''));
}
