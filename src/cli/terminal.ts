import { createReadStream } from 'node:fs';
import { UsageError } from './command.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';

/** What a password is read from. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** The first line of what is piped into the command. Throws `UsageError` where there is none. */
export async function readPassword(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const part of input) {
    text += String(part);
    if (text.includes('\n') || text.length > 4096) break;
  }
  const password = text.split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  if (password === '')
    throw new UsageError('--stdin reads the password from the first line of what is piped in, and got none.');
  return password;
}

/** Asks on a terminal, twice, without showing what is typed; undefined where nothing is typed. Throws `UsageError` where the two differ, or for Ctrl+C. */
export async function askPassword(terminal: Terminal): Promise<string | undefined> {
  const password = await askLine(terminal, 'Password (leave it empty, and one is made up): ');
  if (password === '') return undefined;
  if ((await askLine(terminal, 'Once more: ')) !== password)
    throw new UsageError('The two passwords differ. Nothing was done.');
  return password;
}

function askLine({ input, output }: Terminal, prompt: string): Promise<string> {
  output.write(prompt);
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const take = (data: Buffer | string) => {
      for (const key of String(data)) {
        if (key === '\r' || key === '\n') return finish(() => resolve(typed));
        if (key === '\u0003' || key === '\u0004')
          return finish(() => reject(new UsageError('Stopped. Nothing was done.')));
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (key >= ' ') typed += key;
      }
    };
    input.setEncoding('utf8');
    input.setRawMode(true);
    input.resume();
    input.on('data', take);
  });
}

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

/**
 * Runs what Ctrl+C or SIGTERM may stop: a signal is answered at once with `said`, the work gives up, and the exit code is 130; a second one ends the process as
 * ever.
 */
export async function untilStopped(
  said: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => {
    console.error(said);
    stop.abort();
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

/** A moment (milliseconds since 1970) as command lines print it: to the minute, UTC. */
export function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
