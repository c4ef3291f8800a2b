import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as sent. */
  readonly source: string;
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Refuses the next mails with this reply; undefined accepts them again. */
  refuse(reply: string | undefined): void;
  refusals(): number;
  connections(): number;
  close(): Promise<void>;
}

/** A fake mail server: accepts mails over minimal SMTP without authentication, and stores them. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: string | undefined;
  let refusals = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // its client was killed
    let rest = '';
    let from = '';
    let to: string[] = [];
    let data: string[] | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (data) {
        if (line !== '.') return void data.push(line.replace(/^\.\./, '.'));
        mails.push({ from, to, source: data.join('\n'), text: bodyOf(data.join('\n')) });
        data = undefined;
        return say('250 Taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') return say('250-stand-in\r\n250 AUTH PLAIN');
      if (verb === 'MAIL') [from, to] = [/<(.*?)>/.exec(line)?.[1] ?? '', []];
      if (verb === 'MAIL' && refusal) {
        refusals++;
        return say(refusal);
      }
      if (verb === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      if (verb === 'DATA') data = [];
      if (verb === 'AUTH') return say('535 Wrong password');
      if (verb === 'QUIT') return socket.end('221 Bye\r\n');
      return say(verb === 'DATA' ? '354 Go on' : '250 OK');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
    say('220 stand-in');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: (reply) => (refusal = reply),
    refusals: () => refusals,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function bodyOf(source: string): string {
  const [head = '', ...parts] = source.split('\n\n');
  const body = parts.join('\n\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head))
    return Buffer.from(body, 'latin1').toString();
  return Buffer.from(
    body
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
