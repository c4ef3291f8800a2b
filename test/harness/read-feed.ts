import { Readable } from 'node:stream';
import FeedParser from 'feedparser';
import Parser from 'rss-parser';
import { expect } from 'vitest';

export interface ReadFeed {
  readonly meta: FeedParser.Meta;
  readonly items: readonly FeedParser.Item[];
}

/** Parses a feed with two widely used readers; any complaint of either fails the test, including malformed XML. */
export async function readFeed(xml: string, url: string): Promise<ReadFeed> {
  await parse(xml, url, true); // reports malformed XML, but only accepts lower-case names
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
