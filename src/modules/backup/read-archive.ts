import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BackupError, messageOf } from '../../lib/errors.ts';
import { describeFileFault } from '../../lib/file-faults.ts';

export interface ArchiveEntry {
  /** Path in the archive, `/` between its parts. */
  readonly name: string;
  readonly stream: Readable;
}

/**
 * Hands every file of a backup to `take`, in order; `take` reads the stream to its end, or leaves it. Throws `BackupError` for what is no backup, cut off or
 * damaged.
 */
export async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unzipped = createGunzip();
  const entries = extract();
  source.on('error', (error) => unzipped.destroy(error));
  unzipped.on('error', (error) => entries.destroy(error));
  source.pipe(unzipped).pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      // Links and devices are never written by us.
      if (type === 'file' || type === 'contiguous-file')
        await take({ name, stream: entry as unknown as Readable });
      else if (type !== 'directory')
        throw new BackupError(
          `${file} holds "${name}", which is no file (${type}); it is not a backup of ours.`,
        );
      entry.resume();
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    // What is unpacked meanwhile may fail as well, and names another path.
    if (path === file || (syscall === 'read' && path === undefined)) {
      throw new BackupError(describeFileFault(error) ?? `${file} can't be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (
      code.startsWith('Z_') ||
      (syscall === undefined && /tar|end of data|invalid/i.test(messageOf(error)))
    ) {
      throw new BackupError(
        `${file} is cut off, damaged, or no backup (${messageOf(error)}). Take another copy of it.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** The whole of a file of the backup. */
export async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
