import { createReadStream } from 'node:fs';
import { UsageError } from './command.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** The first line of piped input. Throws `UsageError` when it is empty. */
export async function readPassword(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const part of input) {
    text += String(part);
    if (text.includes('\n') || text.length > 4096) break;
  }
  const password = text.split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  if (password === '')
    throw new UsageError(
      '--stdin reads the password from the first line of standard input, which was empty.',
    );
  return password;
}

/** Prompts twice for a password without echo; undefined when nothing is entered. Throws `UsageError` when the two differ, or on Ctrl+C. */
export async function promptPassword(terminal: Terminal): Promise<string | undefined> {
  const password = await promptLine(terminal, 'Password (leave empty to generate one): ');
  if (password === '') return undefined;
  if ((await promptLine(terminal, 'Repeat password: ')) !== password)
    throw new UsageError('The passwords do not match. Nothing was changed.');
  return password;
}

function promptLine({ input, output }: Terminal, prompt: string): Promise<string> {
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
          return finish(() => reject(new UsageError('Stopped. Nothing was changed.')));
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
 * Reads a file or pipe of at most `maxBytes` bytes without reading further. `undone` says what was not done. Throws
 * `NotFoundError` for a missing file, `InvalidInputError` for one that is too large or unreadable.
 */
export async function readUpTo(path: string, maxBytes: number, undone: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, {
      end: maxBytes,
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new NotFoundError(`File ${path} not found. ${undone}`);
    // The system's error for a folder lacks the path.
    const fault = describeFileFault(error instanceof Error ? Object.assign(error, { path }) : error);
    throw fault === undefined ? error : new InvalidInputError(`${fault} ${undone}`);
  }
  if (size > maxBytes)
    throw new InvalidInputError(`${path} is larger than ${maxBytes} bytes, the maximum. ${undone}`);
  return Buffer.concat(chunks);
}

/** Runs work that Ctrl+C or SIGTERM stops: the first signal prints `notice` and aborts (exit code 130), a second one ends the process. */
export async function untilStopped(
  notice: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => {
    console.error(notice);
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

/** A time (ms since epoch) for output: to the minute, in UTC. */
export function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
