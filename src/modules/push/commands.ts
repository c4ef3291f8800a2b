import { z } from 'zod';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { sentId, sentIdOrNone, sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { fromLocal } from '../../lib/dates.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { ownPath } from '../../lib/urls.ts';
import { readSettings } from '../settings/index.ts';
import {
  addNote,
  deleteNote,
  findNoteToChange,
  listScheduledNotes,
  maxScheduled,
  stopNote,
} from './notes.ts';
import { pictureUrl } from './note-message.ts';
import type { Note } from './notes.ts';
import { managePush } from './policy.ts';
import { maxBodyLength, maxTitleLength, maxUrlLength, sendsItself } from './push.ts';
import { countSubscribers, deleteSubscriber, findSubscriber } from './subscriptions.ts';

const line = (maxLength: number) =>
  sentText(maxLength)
    .refine((text) => !/\p{Cc}/u.test(text), 'expected one line of text')
    .transform((text) => text.trim());

export const noteFields = z.strictObject({
  title: line(maxTitleLength).refine((text) => text !== '', "it can't be empty"),
  text: line(maxBodyLength).default(''),
  /** Path or URL on this site. */
  link: sentText(maxUrlLength).default('/'),
  /** Id of a picture in the media library; 0: none. */
  image: sentIdOrNone.default(0),
  /** Local time in the site's zone, `2027-01-31T18:00`; empty: now. */
  date: sentText(40).default(''),
});

export interface PushPlace {
  readonly siteUrl: string;
  readonly now: number;
}

type Draft = Pick<Note, 'title' | 'body' | 'url' | 'image'>;

/** Checks a message and finds its picture. Throws `InvalidInputError` for a link to another site or an unknown picture. */
export async function readNote(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof noteFields>,
  { siteUrl }: Pick<PushPlace, 'siteUrl'>,
): Promise<Draft & { readonly date: string }> {
  const { title, text: body, link, image: imageId, date } = readInput(noteFields, input, 'the message');
  demand(managePush, actor, undefined);
  const url = /^(?:\/(?![/\\])|https?:)[^\s\\]*$/i.test(link) ? ownPath(link, siteUrl) : undefined;
  if (url === undefined)
    throw new InvalidInputError('The link must be a path or URL of this site.', 'rest_invalid_param', {
      link: 'Enter a path of this site, such as /news/.',
    });
  const image = imageId === 0 ? '' : await pictureUrl(tx.db, siteUrl, imageId);
  if (imageId > 0 && image === '')
    throw new InvalidInputError(
      `There is no picture ${imageId} in the media library.`,
      'rest_invalid_param',
      {
        image: 'This picture is no longer in the media library.',
      },
    );
  return { title, body, url, image, date };
}

/** Milliseconds within which a message can be scheduled. */
const maxAheadMs = 366 * 86_400_000;

/** Sends a message to all subscribers through the queue, or schedules it; returns its id. Throws `InvalidInputError` while push is off. */
export async function sendNote(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof noteFields>,
  { siteUrl, now }: PushPlace,
): Promise<number> {
  const { date, ...note } = await readNote(tx, actor, input, { siteUrl });
  demand(managePush, actor, undefined);
  const { settings } = await readSettings(tx.db);
  if (!sendsItself(settings))
    throw new InvalidInputError(
      'Push notifications are off, or another service sends them. Turn on the prompt first.',
      'push_off',
    );
  const dueAt = date === '' ? now : timeOf(date, settings.timezone_string);
  const isDue = date === '';
  if (!isDue && (dueAt <= now || dueAt > now + maxAheadMs))
    throw new InvalidInputError('The message needs a time within the next year.', 'rest_invalid_param', {
      date: 'Choose a time within the next year.',
    });
  if (isDue && (await countSubscribers(tx.db, siteUrl)) === 0)
    throw new InvalidInputError('There are no subscribers yet.', 'push_no_subscribers');
  if (!isDue && (await listScheduledNotes(tx.db)).length >= maxScheduled)
    throw new InvalidInputError(`At most ${maxScheduled} messages can be scheduled.`, 'push_too_many');
  const id = await addNote(tx, { ...note, dueAt, createdAt: now }, isDue);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'site',
    itemId: id,
    summary: `push message: ${note.title}`,
  });
  return id;
}

function timeOf(local: string, zone: string): number {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(local);
  const at = isTime ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidInputError('The time must look like 2027-01-31T18:00.', 'rest_invalid_param', {
      date: 'Enter a date and time.',
    });
  return fromLocal(at, zone);
}

const idSchema = z.strictObject({ id: sentId });

/** Stops a message that is being sent; subscribers whose turn has not come don't get it. Throws `ConflictError` for any other message. */
export async function stopNoteBeingSent(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof idSchema>,
): Promise<void> {
  const { id } = readInput(idSchema, input, 'the message');
  demand(managePush, actor, undefined);
  const note = await findNoteToChange(tx, id);
  if (!note) throw new NotFoundError('There is no such message.', 'push_message_not_found');
  if (note.state === 'stopped') return;
  if (note.state !== 'queued')
    throw new ConflictError('This message is not being sent yet. Cancel it instead.', 'push_scheduled');
  await stopNote(tx, id);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'site',
    itemId: id,
    summary: `push message stopped: ${note.title}`,
  });
}

/** Cancels a scheduled message. Throws `ConflictError` once the queue has it. */
export async function cancelNote(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof idSchema>,
): Promise<void> {
  const { id } = readInput(idSchema, input, 'the message');
  demand(managePush, actor, undefined);
  const note = await findNoteToChange(tx, id);
  if (!note) throw new NotFoundError('There is no such message.', 'push_message_not_found');
  if (note.state !== 'scheduled')
    throw new ConflictError('This message is already being sent. Stop it instead.', 'push_sending');
  await deleteNote(tx, id);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'site',
    itemId: id,
    summary: `push message: ${note.title}`,
  });
}

/** Removes a subscriber, who can subscribe again. */
export async function removeSubscriber(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof idSchema>,
): Promise<void> {
  const { id } = readInput(idSchema, input, 'the subscriber');
  demand(managePush, actor, undefined);
  if (!(await findSubscriber(tx.db, id)))
    throw new NotFoundError('There is no such subscriber.', 'push_subscriber_not_found');
  await deleteSubscriber(tx, id);
  await noteChange(tx, actor, { verb: 'delete', kind: 'site', itemId: id, summary: 'push subscriber' });
}
