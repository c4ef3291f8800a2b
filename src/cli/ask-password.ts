import { UsageError } from './command.ts';

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
