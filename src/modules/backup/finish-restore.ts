import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { rebuildSearchIndex } from '../search/index.ts';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { ConfigError, ConflictError, messageOf } from '../../lib/errors.ts';
import { syncFolder } from '../../lib/files.ts';
import { keysName } from '../../lib/keys.ts';
import { mediaFolder, tablesIn } from './archive.ts';
import { lockName, lockRestore } from './restore-lock.ts';

/** Written before the first file moves, so that the next start can tell what a killed restore moved. */
const journalName = 'restore-swap.json';

const journalSchema = z.strictObject({
  /** Name of the folder with the unpacked media. */
  unpacked: z.string().regex(/^media\.restoring-[\da-f]{8}$/),
  /** Which of `media` and `keys.json` existed. */
  replaced: z.array(z.enum([mediaFolder, keysName])),
});
type Journal = z.output<typeof journalSchema>;

export interface RestoreTarget {
  readonly database: Database;
  readonly dataDir: string;
}

export const newKeysOf = (unpacked: string): string => `${unpacked}.json`;

export interface SwappedFiles {
  /** Whether the transaction of this restore was committed; after a broken connection, only the database knows. */
  isCommitted(database: Database): Promise<boolean>;
  undo(): Promise<void>;
  forgetOld(): Promise<void>;
}

/** Moves media and keys into place; keeps the previous ones until `undo` or `forgetOld`. */
export async function swapFiles(dataDir: string, unpacked: string, keys: string): Promise<SwappedFiles> {
  await writeFile(newKeysOf(unpacked), keys, { mode: 0o600, flush: true });
  const all = placesOf(dataDir, basename(unpacked));
  const journal: Journal = {
    unpacked: basename(unpacked),
    replaced: all.filter(({ place }) => existsSync(place)).map(({ name }) => name),
  };
  await writeFile(join(dataDir, journalName), JSON.stringify(journal), { mode: 0o600, flush: true });
  await syncFolder(dataDir);
  const undo = () => undoSwap(dataDir, journal);
  try {
    for (const { fresh, place, name } of all) {
      if (journal.replaced.includes(name)) await rename(place, beforeOf(fresh));
      await rename(fresh, place);
    }
    await syncFolder(dataDir);
  } catch (error) {
    await undo();
    throw error;
  }
  return {
    isCommitted: ({ read }) => isCommitted(read, journal),
    undo,
    forgetOld: () => forgetOld(dataDir, journal),
  };
}

/** Notes in the transaction that replaces the site which restore it belongs to. */
export async function markRestore(tx: Tx, unpacked: string): Promise<void> {
  await tx.db
    .insertInto('counter')
    .values({ key: markOf(basename(unpacked)), value: 1 })
    .execute();
}

/** Ends the mark of a restore that is committed and whose search index is complete. */
export async function endRestore({ database, dataDir }: RestoreTarget, unpacked: string): Promise<void> {
  await rm(join(dataDir, journalName), { force: true });
  await syncFolder(dataDir); // a journal that came back without its mark would be reverted
  await database.write((tx) =>
    tx.db
      .deleteFrom('counter')
      .where('key', '=', markOf(basename(unpacked)))
      .execute(),
  );
}

/**
 * Completes or reverts what a killed restore left, whichever fits the database, and tells `say`. Call it before the site's
 * rows, media and keys are read. Throws `ConfigError` if another process, perhaps killed on another host, holds the lock of
 * an unfinished restore.
 */
export async function settleRestore(target: RestoreTarget, say: (line: string) => void): Promise<void> {
  const isUnsettled = () => existsSync(join(target.dataDir, journalName));
  if (!isUnsettled()) return;
  let unlock: () => Promise<void>;
  try {
    unlock = await lockRestore(target.dataDir);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (!isUnsettled()) return;
    throw new ConfigError(
      `A restore into DATA_DIR is not finished (${lockName}). Start again when it is done, or 10 minutes after it was killed.`,
    );
  }
  try {
    await settleLocked(target, say);
  } finally {
    await unlock();
  }
}

/** Like `settleRestore`, for the holder of the lock. */
export async function settleLocked(target: RestoreTarget, say: (line: string) => void): Promise<void> {
  const { database, dataDir } = target;
  const journal = await readJournal(dataDir);
  if (!journal) return;
  if (!(await isCommitted(database.read, journal))) {
    await undoSwap(dataDir, journal);
    say('A restore was ended before it was done. It was reverted, and the site is unchanged.');
    return;
  }
  await forgetOld(dataDir, journal);
  await database.migrate();
  try {
    await rebuildSearchIndex(database);
    say('A restore was ended before it was done. It was completed.');
  } catch (error) {
    // The site is served without it.
    say(`A backup is restored, but its search index is incomplete; run reindex. ${messageOf(error)}`);
  }
  await endRestore(target, journal.unpacked);
}

async function isCommitted(read: Reader, { unpacked }: Journal): Promise<boolean> {
  if (!(await tablesIn(read)).has('counter')) return false; // the site was to be created by the restore
  const mark = await read
    .selectFrom('counter')
    .select('key')
    .where('key', '=', markOf(unpacked))
    .executeTakeFirst();
  return mark !== undefined;
}

const markOf = (unpackedName: string) => `restore:${unpackedName}`;
const beforeOf = (fresh: string) => `${fresh}.before`;

interface Place {
  readonly name: typeof mediaFolder | typeof keysName;
  readonly fresh: string;
  readonly place: string;
}

function placesOf(dataDir: string, unpackedName: string): readonly Place[] {
  const unpacked = join(dataDir, unpackedName);
  return [
    { name: mediaFolder, fresh: unpacked, place: join(dataDir, mediaFolder) },
    { name: keysName, fresh: newKeysOf(unpacked), place: join(dataDir, keysName) },
  ];
}

/** Can be repeated: every step is recognized by the files that it leaves. */
async function undoSwap(dataDir: string, { unpacked, replaced }: Journal): Promise<void> {
  for (const { name, fresh, place } of placesOf(dataDir, unpacked)) {
    const before = beforeOf(fresh);
    const isMoved =
      !existsSync(fresh) && existsSync(place) && (existsSync(before) || !replaced.includes(name));
    if (isMoved) await rename(place, fresh);
    if (existsSync(before)) await rename(before, place);
    await rm(fresh, { recursive: true, force: true });
  }
  await syncFolder(dataDir);
  await rm(join(dataDir, journalName), { force: true });
}

async function forgetOld(dataDir: string, { unpacked }: Journal): Promise<void> {
  await Promise.all(
    placesOf(dataDir, unpacked).map(({ fresh }) => rm(beforeOf(fresh), { recursive: true, force: true })),
  );
}

/** Undefined if no restore was interrupted, or if the journal was not completely written, so that no file was moved. */
async function readJournal(dataDir: string): Promise<Journal | undefined> {
  try {
    return journalSchema.parse(JSON.parse(await readFile(join(dataDir, journalName), 'utf8')));
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isAbsent || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
