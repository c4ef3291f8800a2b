import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { callerFolder } from '../config.ts';
import { listMediaQueue, mediaQueueLength } from '../modules/media/queue.ts';
import type { WaitingMedia } from '../modules/media/queue.ts';
import { findPictureIds, findPictures } from '../modules/media/reader.ts';
import { remakeSizes } from '../modules/media/media-commands.ts';
import { uploadMedia } from '../modules/media/upload-commands.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

const maxListed = 200;

export const mediaCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- media list [--failed]',
    '       npm run broadsheet -- media add FILE … [--alt TEXT]',
    '       npm run broadsheet -- media retry [ID …]',
    '       npm run broadsheet -- media regenerate [ID …]',
    '',
    '  list        images whose sizes are pending, and images whose sizes failed, with the reason',
    '  add         adds files to the media library; --alt sets the alternative text of an image',
    '  retry       retries all failed images, or only the given attachments',
    '  regenerate  regenerates the sizes of all images, or only of the given attachments',
    '',
    'The server generates the sizes: immediately if it is running, otherwise at its next start. Until then readers get the original images.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, { dataDir }) =>
    runMedia(database, dataDir, task, callerFolder(process.env)),
  ),
};

export type MediaTask =
  | { readonly action: 'list'; readonly failed: boolean }
  | { readonly action: 'add'; readonly files: readonly string[]; readonly alt: string }
  | { readonly action: 'retry' | 'regenerate'; readonly ids: readonly number[] };

function readArguments(args: readonly string[]): MediaTask {
  const {
    values,
    positionals: [action, ...words],
  } = readWords(args, { failed: { type: 'boolean' }, alt: { type: 'string' } });
  if (values.failed && action !== 'list') throw new UsageError('--failed works only with list.');
  if (values.alt !== undefined && action !== 'add') throw new UsageError('--alt works only with add.');
  if (action === 'list') {
    if (words.length > 0) throw new UsageError(`media list takes no argument, but got "${words.join(' ')}".`);
    return { action, failed: values.failed ?? false };
  }
  if (action === 'add') {
    if (words.length === 0) throw new UsageError('media add needs at least one file.');
    return { action, files: words, alt: values.alt ?? '' };
  }
  if (action !== 'retry' && action !== 'regenerate') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, add, retry or regenerate.'
        : `Unknown action "${action}" for media. Use list, add, retry or regenerate.`,
    );
  }
  return {
    action,
    ids: words.map((word) => {
      const id = positive(word);
      if (id === undefined) throw new UsageError(`media ${action} takes attachment IDs, but got "${word}".`);
      return id;
    }),
  };
}

const count = (number: number, one = 'image', many = 'images') => `${number} ${number === 1 ? one : many}`;

/**
 * Yields lines to print. Paths are relative to `folder`. Throws `NotFoundError` for missing files and unknown ids, and
 * the errors of reading and adding a file.
 */
export async function* runMedia(
  database: Database,
  dataDir: string,
  task: MediaTask,
  folder = '.',
): AsyncGenerator<string> {
  if (task.action === 'add') {
    // Checks all files first, so that a mistyped path adds none of them.
    for (const path of task.files) await expectFile(resolve(folder, path));
    for (const path of task.files) {
      const bytes = await readFile(resolve(folder, path));
      const { id, file } = await uploadMedia({ database, dataDir }, operator(), {
        name: basename(path),
        bytes,
        alt: task.alt,
      });
      yield `Added ${file} [${id}].`;
    }
    return;
  }
  if (task.action === 'list') {
    const { waiting, failed } = await mediaQueueLength(database.read);
    for (const item of await listMediaQueue(database.read, { failed: task.failed, limit: maxListed }))
      yield describe(item);
    const shown = task.failed ? failed : waiting + failed;
    if (shown > maxListed) yield `… and ${shown - maxListed} more.`;
    yield waiting + failed === 0
      ? 'All images have their sizes.'
      : `${count(waiting)} pending, ${failed} failed.`;
    return;
  }
  const ids =
    task.action === 'retry' ? await failedIds(database, task.ids) : await pictureIds(database, task.ids);
  await database.write((tx) => remakeSizes(tx, operator(), { ids }));
  yield ids.length === 0 ? 'Nothing to do.' : `The sizes of ${count(ids.length)} will be regenerated.`;
}

/** Maximum bytes of a file read at once. */
const maxAtOnce = 2 ** 31 - 1;

async function expectFile(path: string): Promise<void> {
  try {
    const found = await stat(path);
    if (found.isFile() && found.size > maxAtOnce)
      throw new InvalidInputError(`${path} is larger than 2 GB, the maximum. Nothing was added.`);
    if (found.isFile()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new NotFoundError(`File ${path} not found. Nothing was added.`);
    throw error;
  }
  throw new InvalidInputError(`${path} is not a file. Specify the files themselves. Nothing was added.`);
}

function describe({ mediaId, file, attempts, reason, dueAt }: WaitingMedia): string {
  if (reason === '') return `[${mediaId}] ${file}: ${attempts === 0 ? 'pending' : 'processing'}`;
  const next = dueAt === 0 ? 'no automatic retry' : `next retry at ${new Date(dueAt).toISOString()}`;
  return `[${mediaId}] ${file}: failed after ${count(attempts, 'attempt', 'attempts')}, ${next}: ${reason}`;
}

async function failedIds({ read }: Database, ids: readonly number[]): Promise<number[]> {
  const failed = (await listMediaQueue(read, { failed: true })).map(({ mediaId }) => mediaId);
  const other = ids.find((id) => !failed.includes(id));
  if (other !== undefined)
    throw new NotFoundError(
      `Attachment ${other} has no failed sizes. Use "media list --failed" to see those that do.`,
    );
  return ids.length === 0 ? failed : [...ids];
}

async function pictureIds(database: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return findPictureIds(database.read);
  const found = await findPictures({ database, siteUrl: '' }, ids);
  const other = ids.find((id) => !found.has(id));
  if (other !== undefined) throw new NotFoundError(`${other} is not an image in the media library.`);
  return [...ids];
}
