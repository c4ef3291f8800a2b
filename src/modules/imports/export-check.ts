import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readStored } from '../../lib/schemas.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { harmless } from '../../lib/visible-name.ts';
import { guessedField } from './field-choices.ts';
import type { FieldChoice } from './field-choices.ts';
import { importFolder, sweepUnfinished, writeJson } from './export-files.ts';
import type { ExportFile } from './export-files.ts';
import type { UploadsSummary } from './unpack-uploads.ts';

/** Names in a list of a check, such as unknown shortcodes; the counts include the others. */
export const maxNames = 20;
const maxExamples = 5;
/** Distinct reasons; a hostile file may have one per item. */
const maxReasons = 200;

const named = z.object({ name: z.string(), count: z.int() });
const lossSchema = z.object({
  /** `content`, `media`, `accounts` or `items`. */
  kind: z.enum(['content', 'media', 'accounts', 'items']),
  reason: z.string(),
  count: z.int(),
  /** The first of them. */
  examples: z.array(z.string()),
});

/** The contents of an export, read without importing anything. */
export const exportContents = z.object({
  /** Why it can't be imported; empty if it can. */
  problem: z.string(),
  /** Why it ends early; empty if it is whole. */
  incomplete: z.string(),
  site: z.object({
    title: z.string(),
    url: z.string(),
    /** `WordPress 6.8`. */
    generator: z.string(),
    wxr_version: z.string(),
    exported: z.string(),
  }),
  types: z.array(named.extend({ statuses: z.array(named) })),
  authors: z.int(),
  taxonomies: z.array(named),
  comments: z.int(),
  menus: z.array(z.string()),
  languages: z.array(z.string()),
  plugins: z.array(z.string()),
  themes: z.array(z.string()),
  media: z.object({
    total: z.int(),
    /** Files that the copy of the uploads contains. */
    found: z.int(),
  }),
  losses: z.array(lossSchema),
  /** Fields of a field plugin that can become fields here. */
  fields: z.array(guessedField),
});
export type ExportContents = z.output<typeof exportContents>;
export type ExpectedLoss = z.output<typeof lossSchema>;

const stored = z.object({
  bytes: z.int(),
  writtenAt: z.number(),
  uploads: z.string(),
  contents: exportContents,
});

const checksFolder = (dataDir: string) => join(importFolder(dataDir), 'checks');
const checkPath = (dataDir: string, name: string) => join(checksFolder(dataDir), `${name}.json`);

/** Identifies a copy of the uploads: a check counts the files that it contains. */
const stampOf = ({ files, bytes }: Pick<UploadsSummary, 'files' | 'bytes'>) => `${files}/${bytes}`;

/** The stored check of an export; undefined if the file or the copy of the uploads has changed since. */
export async function readCheck(
  dataDir: string,
  { name, bytes, writtenAt }: ExportFile,
  uploads: Pick<UploadsSummary, 'files' | 'bytes'>,
): Promise<ExportContents | undefined> {
  const text = await readFile(checkPath(dataDir, name), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const check = readStored<z.output<typeof stored> | undefined>(stored, text, undefined);
  const isCurrent =
    check?.bytes === bytes && check.writtenAt === writtenAt && check.uploads === stampOf(uploads);
  return isCurrent ? check.contents : undefined;
}

export async function writeCheck(
  dataDir: string,
  { name, bytes, writtenAt }: ExportFile,
  uploads: Pick<UploadsSummary, 'files' | 'bytes'>,
  contents: ExportContents,
): Promise<void> {
  await writeJson(checkPath(dataDir, name), { bytes, writtenAt, uploads: stampOf(uploads), contents });
}

/** Deletes the checks of exports that are gone, and files that a killed check left. */
export async function sweepChecks(dataDir: string, present: readonly ExportFile[]): Promise<void> {
  for (const folder of [importFolder(dataDir), checksFolder(dataDir)]) await sweepUnfinished(folder);
  const names = new Set(present.map(({ name }) => `${name}.json`));
  for (const name of await readdir(checksFolder(dataDir)).catch(() => []))
    if (name.endsWith('.json') && !names.has(name))
      await rm(join(checksFolder(dataDir), name), { force: true });
}

export const noContents = (problem: string): ExportContents => ({
  problem,
  incomplete: '',
  site: { title: '', url: '', generator: '', wxr_version: '', exported: '' },
  types: [],
  authors: 0,
  taxonomies: [],
  comments: 0,
  menus: [],
  languages: [],
  plugins: [],
  themes: [],
  media: { total: 0, found: 0 },
  losses: [],
  fields: [],
});

/** Throws `InvalidInputError` for a kind that the values of a field don't allow. */
export function refuseUnfitKinds(checks: readonly ExportContents[], chosen: readonly FieldChoice[]): void {
  const allowed = new Map<string, readonly FieldChoice['kind'][]>();
  for (const { fields } of checks)
    for (const { type, name, kinds } of fields) {
      const key = `${type}\0${name}`;
      allowed.set(key, [...(allowed.get(key) ?? []), ...kinds]);
    }
  for (const { type, name, kind } of chosen) {
    const kinds = allowed.get(`${type}\0${name}`);
    if (!kinds || kinds.includes(kind)) continue;
    const message = `The values of the field "${harmless(name)}" can't be of the kind ${kind}. They can be: ${[...new Set(kinds)].join(', ')}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { fields: message });
  }
}

/** Adds to the list of losses; retains the first examples. */
export class LossCounter {
  readonly #losses = new Map<string, { kind: ExpectedLoss['kind']; count: number; examples: string[] }>();

  add(kind: ExpectedLoss['kind'], stated: string, example = '', count = 1): void {
    const isListed = this.#losses.has(stated) || this.#losses.size < maxReasons - 1;
    const reason = isListed ? stated : 'for other reasons';
    const loss = this.#losses.get(reason) ?? { kind, count: 0, examples: [] };
    this.#losses.set(reason, loss);
    loss.count += count;
    if (example !== '' && loss.examples.length < maxExamples && !loss.examples.includes(example))
      loss.examples.push(example);
  }

  list(): ExpectedLoss[] {
    return [...this.#losses]
      .map(([reason, loss]) => ({ reason, ...loss }))
      .toSorted((a, b) => b.count - a.count);
  }
}
