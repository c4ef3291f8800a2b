import { Readable } from 'node:stream';
import FeedParser from 'feedparser';
import Parser from 'rss-parser';
import { expect } from 'vitest';

/** What a feed reader says of a feed. */
export interface ReadFeed {
  readonly meta: FeedParser.Meta;
  readonly items: readonly FeedParser.Item[];
}

/** Reads a feed with two of the readers that people use; any complaint of either fails the test, faulty XML too. */
export async function readFeed(xml: string, url: string): Promise<ReadFeed> {
  await parse(xml, url, true); // complains of what is not well formed, but takes names in small letters only
  const read = await parse(xml, url, false);
  const other = await new Parser().parseString(xml);
  expect(other.items.map(({ title = '' }) => title)).toEqual(read.items.map(({ title }) => title ?? ''));
  expect(other.title).toBe(read.meta.title);
  return read;
}

async function parse(xml: string, url: string, strict: boolean): Promise<ReadFeed> {
  const parser = new FeedParser({ feedurl: url, strict, resume_saxerror: false });
  const items: FeedParser.Item[] = [];
  let meta: FeedParser.Meta | undefined;
  parser.on('meta', (found) => void (meta = found));
  Readable.from([xml]).pipe(parser);
  for await (const item of parser) items.push(item);
  if (!meta) throw new Error(`${url} is no feed to feedparser.`);
  return { meta, items };
}
