import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readStored } from '../../lib/schemas.ts';
import { importFolder, writeJson } from './export-files.ts';

/** An item of a report: what happened to it, with links to it here. */
export const reportEntry = z.object({
  /** `item post`, `comment`, `block` … */
  kind: z.string(),
  title: z.string(),
  message: z.string(),
  /** Path of its editor; empty without one. */
  edit: z.string(),
  /** Path or address where readers see it; empty if they don't. */
  view: z.string(),
});
export type ReportEntryHere = z.output<typeof reportEntry>;

export interface ReportGroup {
  /** `dropped`, `changed`, `lost-pictures` … */
  readonly name: string;
  readonly heading: string;
  readonly entries: Iterable<ReportEntryHere> | AsyncIterable<ReportEntryHere>;
}

/** Entries per page. */
export const reportPageSize = 50;

const index = z.object({
  file: z.string(),
  groups: z.array(
    z.object({
      name: z.string(),
      heading: z.string(),
      total: z.int(),
      /** Of its pages in the file, in bytes, and its end. */
      offsets: z.array(z.int()),
    }),
  ),
});
type Index = z.output<typeof index>;

const indexFile = (dataDir: string) => join(importFolder(dataDir), 'entries.json');
const isEntries = (name: string) => /^entries-\d+\.ndjson$/.test(name);

/** Stores the entries of the last import's report, so that any page is read without the others. */
export async function writeReportEntries(
  dataDir: string,
  at: number,
  groups: readonly ReportGroup[],
): Promise<void> {
  const folder = importFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const file = `entries-${at}.ndjson`;
  const written: Index['groups'] = [];
  let offset = 0;
  async function* lines() {
    for (const { name, heading, entries } of groups) {
      const group = { name, heading, total: 0, offsets: [] as number[] };
      for await (const entry of entries) {
        if (group.total++ % reportPageSize === 0) group.offsets.push(offset);
        const line = `${JSON.stringify(entry)}\n`;
        offset += Buffer.byteLength(line);
        yield line;
      }
      group.offsets.push(offset);
      if (group.total > 0) written.push(group);
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, file), { mode: 0o600 }));
  await writeJson(indexFile(dataDir), { file, groups: written });
  for (const name of await readdir(folder))
    if (isEntries(name) && name !== file) await rm(join(folder, name), { force: true });
}

async function readIndex(dataDir: string): Promise<Index | undefined> {
  const text = await readFile(indexFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : readStored<Index | undefined>(index, text, undefined);
}

/** The report's groups with their numbers of entries. */
export async function listReportGroups(
  dataDir: string,
): Promise<{ readonly name: string; readonly heading: string; readonly total: number }[]> {
  const { groups = [] } = (await readIndex(dataDir)) ?? {};
  return groups.map(({ name, heading, total }) => ({ name, heading, total }));
}

/** A page of a group, starting at 1; undefined if the report has no such group. `missing`: file of an earlier index. */
export async function readReportPage(
  dataDir: string,
  name: string,
  page: number,
  missing = '',
): Promise<{ readonly total: number; readonly entries: ReportEntryHere[] } | undefined> {
  const found = await readIndex(dataDir);
  const group = found?.groups.find((one) => one.name === name);
  if (!found || !group || !isEntries(found.file)) return undefined;
  const [start, end] = group.offsets.slice(page - 1, page + 1);
  if (start === undefined || end === undefined || start >= end) return { total: group.total, entries: [] };
  const path = join(importFolder(dataDir), found.file);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer);
  } catch (error) {
    // A new report replaced the index and deleted the file in between.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || found.file === missing) throw error;
    return readReportPage(dataDir, name, page, found.file);
  }
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  return { total: group.total, entries: lines.map((line) => reportEntry.parse(JSON.parse(line))) };
}
