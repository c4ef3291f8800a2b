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
    'Names what nobody can read because another thing has the same address, as a page and an article of one slug could before the site kept them',
    'apart. Give one of the two another slug: the address that it has then is its own.',
  ].join('\n'),
  run: answersInLines((args) => {
    if (args.length > 0) throw new UsageError(`addresses takes no arguments, and got "${args.join(' ')}".`);
  }, runAddresses),
};

export async function runAddresses(database: Pick<Database, 'read'>): Promise<string[]> {
  const hidden = await findHidden(database.read);
  return hidden.length === 0
    ? ['Every address is that of one thing.']
    : hidden.map((one) => harmless(describeHidden(one)));
}
