import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Party {
  readonly name: string;
  readonly address: string;
}

/** A mail in plain text. */
interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly from: Party;
  readonly replyTo?: Party | undefined;
  readonly messageId: string;
}

/** Files of the folder: the newest of them. */
const mostKept = 500;

const folderOf = (dataDir: string) => join(dataDir, 'mail');

/** Nothing of a mail begins a line of its own among its headers. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
const party = ({ name, address }: Party) =>
  name === ''
    ? oneLine(address)
    : `"${oneLine(name).replaceAll(/["\\]/g, String.raw`\$&`)}" <${oneLine(address)}>`;

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml')).toSorted();
}

/**
 * Writes a mail that nobody sends into the folder `mail` of the data folder, as a file that programs for mail open and people can read, and returns its path
 * from there; the same mail again is the same file. The oldest files beyond 500 go. `at`: when it was written, in milliseconds.
 */
export async function keepMail(dataDir: string, mail: KeptMail, at: number): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const name = `${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}-${mail.messageId.replace(/@.*$/s, '').replaceAll(/[^\w-]/g, '')}.eml`;
  const head = [
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${party(mail.from)}`,
    `To: ${oneLine(mail.to)}`,
    ...(mail.replyTo ? [`Reply-To: ${party(mail.replyTo)}`] : []),
    `Subject: ${oneLine(mail.subject)}`,
    `Message-ID: ${oneLine(mail.messageId)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  await writeFile(
    join(folder, name),
    `${head.join('\r\n')}\r\n\r\n${mail.text.replaceAll(/\r?\n/g, '\r\n')}\r\n`,
    { mode: 0o600 },
  );
  for (const old of (await filesIn(folder)).slice(0, -mostKept)) await rm(join(folder, old), { force: true });
  return join('mail', name);
}

/** Removes the files in which `names` finds somebody; it is given all of each, in lower-case letters. */
export async function removeKeptMails(dataDir: string, names: (text: string) => boolean): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await filesIn(folder)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => ''); // another one removed it
    if (names(text.toLowerCase())) await rm(join(folder, name), { force: true });
  }
}
