import { siteUrlOf } from '../config.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { harmless } from '../lib/visible-name.ts';
import { sendNote } from '../modules/push/commands.ts';
import { countSubscribers } from '../modules/push/subscriptions.ts';
import { operator } from '../modules/users/role.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const pushCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- push send TITLE [--text TEXT] [--link PATH] [--image ID] [--at TIME]',
    '       npm run broadsheet -- push count',
    '',
    '  send    sends a push message to all subscribers, through the queue of the running server',
    '  --text  text below the title, one line',
    '  --link  page of this site that the message opens, such as /news/; default: the homepage',
    '  --image  id of a picture in the media library',
    '  --at    sends it later, in the site’s time zone: 2027-01-31T18:00',
    '  count   says how many browsers are subscribed',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, config) => runPush(database, task, siteUrlOf(config))),
};

export type PushTask =
  | { readonly action: 'count' }
  | {
      readonly action: 'send';
      readonly title: string;
      readonly text: string;
      readonly link: string;
      readonly image: number;
      readonly date: string;
    };

function readArguments(args: readonly string[]): PushTask {
  const {
    values,
    positionals: [action, title, ...more],
  } = readWords(args, {
    text: { type: 'string' },
    link: { type: 'string' },
    image: { type: 'string' },
    at: { type: 'string' },
  });
  if (action === 'count') {
    if (title !== undefined || Object.keys(values).length > 0)
      throw new UsageError('push count takes no arguments.');
    return { action };
  }
  if (action !== 'send')
    throw new UsageError(
      action === undefined
        ? 'Missing action: send or count.'
        : `Unknown action "${action}" for push. Use send or count.`,
    );
  if (title === undefined || more.length > 0) throw new UsageError('push send needs one title.');
  const { text = '', link = '/', image = '0', at: date = '' } = values;
  if (!/^\d{1,10}$/.test(image))
    throw new UsageError(`--image must be the id of a picture, not "${harmless(image)}".`);
  return { action, title, text, link, image: Number(image), date };
}

/** Returns the lines to print. Throws the command's errors. */
export async function runPush(
  database: Pick<Database, 'read' | 'write'>,
  task: PushTask,
  siteUrl: string,
): Promise<string[]> {
  const subscribers = await countSubscribers(database.read, siteUrl);
  const counted = `${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`;
  if (task.action === 'count') return [`${counted}.`];
  const { action: _action, ...message } = task;
  await database.write((tx) => sendNote(tx, operator(), message, { siteUrl, now: Date.now() }));
  return [
    task.date === ''
      ? `Sending "${harmless(task.title)}" to ${counted}.`
      : `"${harmless(task.title)}" will be sent at ${task.date}.`,
  ];
}
