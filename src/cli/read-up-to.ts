import { createReadStream } from 'node:fs';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { describeFileFault } from '../lib/file-faults.ts';

/**
 * The bytes of a file, or of a pipe, that has at most `most`: of what has more, or never ends, no more is read. `undone` is a sentence that says what was not
 * done. Throws `NotFoundError` for what is not there, `InvalidInputError` for what is larger or can't be read.
 */
export async function readUpTo(path: string, most: number, undone: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, {
      end: most,
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new NotFoundError(`There is no file ${path}. ${undone}`);
    // Of a folder the system names no path.
    const fault = describeFileFault(error instanceof Error ? Object.assign(error, { path }) : error);
    throw fault === undefined ? error : new InvalidInputError(`${fault} ${undone}`);
  }
  if (size > most)
    throw new InvalidInputError(`${path} has more than ${most} bytes, which are the most. ${undone}`);
  return Buffer.concat(chunks);
}
