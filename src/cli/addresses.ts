import { describeHidden, findHidden } from '../modules/posts/addresses.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { harmless } from '../lib/visible-name.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const addressesCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- addresses',
    '',
    "Lists content that visitors can't reach because another item has the same address, such as a page and a post with the same slug in data of an older",
    'version. To fix a collision, change the slug of one of the two.',
  ].join('\n'),
  run: answersInLines((args) => {
    if (args.length > 0) throw new UsageError(`addresses takes no arguments, but got "${args.join(' ')}".`);
  }, runAddresses),
};

export async function runAddresses(database: Pick<Database, 'read'>): Promise<string[]> {
  const hidden = await findHidden(database.read);
  return hidden.length === 0
    ? ['No two items share an address.']
    : hidden.map((one) => harmless(describeHidden(one)));
}
