import { createWriteStream, existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callerFolder, siteUrlOf } from '../config.ts';
import { findTermBySlug } from '../modules/terms/reader.ts';
import { sectionTaxonomy } from '../modules/types/names.ts';
import { findUserByName } from '../modules/users/reader.ts';
import { operator } from '../modules/users/role.ts';
import { startExport } from '../modules/exports/commands.ts';
import type { ExportInput } from '../modules/exports/commands.ts';
import { exportWxr } from '../modules/exports/export-wxr.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { refusePublic } from './backup.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { untilStopped } from './terminal.ts';
import { withDatabase } from './with-database.ts';

export const exportCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- export FILE.xml [--type TYPE] [--author LOGIN] [--category SLUG] [--from DATE] [--to DATE] [--status STATUS] [--force]',
    '',
    '  --type TYPE        only posts of this type: post, page, attachment, wp_block …',
    '  --author LOGIN     only posts by this user, as one of several authors, too',
    '  --category SLUG    only posts in this category or its subcategories',
    '  --from, --to DATE  only posts of these days, such as 2026-11-29, in the site’s time zone',
    '  --status STATUS    only posts with this status: publish, future, draft, pending, private, trash',
    '  --force            overwrite an existing file',
    '',
    'Writes a WordPress export (WXR 1.2) that WordPress and `import` read; the server may be running. Without options it contains all content with terms,',
    'comments, menus and authors. It does not contain files of the media library, passwords, settings or templates; `backup` does.',
  ].join('\n'),
  run: async (args) => {
    const { file, force, filter } = readArguments(args, callerFolder(process.env));
    if (existsSync(file) && !(force && statSync(file).isFile()))
      throw new UsageError(
        statSync(file).isFile()
          ? `${file} already exists. Use --force to overwrite it.`
          : `${file} is not a regular file. Choose another path.`,
      );
    if (!existsSync(dirname(file))) throw new UsageError(`Folder ${dirname(file)} not found.`);
    return untilStopped('Export stopped. The partial file was removed.', (signal) =>
      withDatabase(async (database, config) => {
        refusePublic(file, config.dataDir);
        await database.migrate();
        await writeExport({ database, siteUrl: siteUrlOf(config) }, file, filter, signal);
        console.log(`Wrote ${file} (${(statSync(file).size / 1024 / 1024).toFixed(1)} MB).`);
        return 0;
      }),
    );
  },
};

interface NamedFilter {
  readonly type?: string | undefined;
  readonly author?: string | undefined;
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
}

export function readArguments(args: readonly string[], folder: string) {
  const text = { type: 'string' } as const;
  const { values, positionals } = readWords(args, {
    type: text,
    author: text,
    category: text,
    from: text,
    to: text,
    status: text,
    force: { type: 'boolean', default: false },
  });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1)
    throw new UsageError(`export takes one file, but got ${positionals.length}.`);
  const { force, ...filter } = values;
  return { file: resolve(folder, name), force, filter: filter as NamedFilter };
}

/** Writes the file next to its place, then moves it there, so that no reader sees a partial one. */
export async function writeExport(
  { database, siteUrl }: { readonly database: Database; readonly siteUrl: string },
  file: string,
  named: NamedFilter,
  signal?: AbortSignal,
): Promise<void> {
  const input = await inputOf(database, named);
  const filter = await database.write((tx) => startExport(tx, operator(), input));
  const partial = `${file}.${process.pid}.part`;
  try {
    await pipeline(
      Readable.from(exportWxr({ read: database.read, siteUrl, now: Date.now() }, filter)),
      createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
      signal ? { signal } : {},
    );
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The filter with ids. Throws `UsageError` for unknown names. */
async function inputOf({ read }: Database, named: NamedFilter): Promise<ExportInput> {
  const { author, category, ...others } = named;
  const user = author === undefined ? undefined : await findUserByName(read, author);
  if (author !== undefined && !user) throw new UsageError(`There is no user "${author}".`);
  const term = category === undefined ? undefined : await findTermBySlug(read, sectionTaxonomy, category);
  if (category !== undefined && !term)
    throw new UsageError(`There is no category with the slug "${category}".`);
  return {
    ...(others as ExportInput),
    ...(user ? { author: user.id } : {}),
    ...(term ? { category: term.id } : {}),
  };
}
