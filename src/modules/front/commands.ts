import { z } from 'zod';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { sentAddress, sentId, sentIdOrNone, sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { whole } from '../../lib/schemas.ts';
import { findVisiblePosts, lastMoment } from '../posts/index.ts';
import { fileType } from '../types/index.ts';
import { activeAt, isFrontArea, maxBreakingLength, maxHeadlineLength } from './model.ts';
import type { Arrangement, Front, FrontArea, Pin } from './model.ts';
import { changeFront } from './policy.ts';
import * as store from './store.ts';
import { toSentFront } from './sent-front.ts';
import { noteFrontEditor } from './editors.ts';
import { holdUsers } from '../users/index.ts';

/** Plain text on one line; tags are shown as written. */
const plainLine = (maxLength: number) =>
  sentText(maxLength).transform((text) => text.replace(/\s+/g, ' ').trim());

/** Pins of all areas. */
const maxAllPins = 100;

/** Milliseconds; 0: never. */
const sentEnd = whole(0, lastMoment);

const pinSchema = z.strictObject({
  postId: sentId,
  area: z.custom<FrontArea>(
    (area) => typeof area === 'string' && isFrontArea(area),
    'expected "lead" or "category:ID"',
  ),
  endsAt: sentEnd,
  headline: plainLine(maxHeadlineLength),
  mediaId: sentIdOrNone,
});

const breakingSchema = z.strictObject({
  text: plainLine(maxBreakingLength).refine((text) => text !== '', 'it has no text'),
  url: sentAddress,
  endsAt: sentEnd,
});

/** Omitted fields stay as they are stored. */
const arrangementSchema = z.strictObject({
  pins: z
    .array(pinSchema)
    .max(maxAllPins)
    .refine((pins) => new Set(pins.map(({ postId }) => postId)).size === pins.length, 'it names a post twice')
    .optional(),
  breaking: breakingSchema.nullable().optional(),
});

/** Checks an arrangement's fields, and normalizes its texts. Throws `InvalidInputError`. */
export const readArrangement = (
  input: z.input<typeof arrangementSchema>,
): z.output<typeof arrangementSchema> => readInput(arrangementSchema, input, 'the front page');

/** The base of a change: the arrangement that the user saw, or its revision. */
export type FrontFrom = From<Arrangement> | number;

/**
 * Replaces pins and breaking line. Pins that have ended are dropped. Throws `StaleError` with both sides unless `from` is
 * the stored arrangement or its revision, `NotFoundError` for posts, categories and pictures that don't exist, and
 * `InvalidInputError` for posts that can't be pinned, too many pins in an area, and ends in the past.
 */
export async function arrangeFront(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof arrangementSchema>,
  from: FrontFrom,
): Promise<void> {
  const sent = readArrangement(input);
  const { actor: editor, stored, now } = await holdFront(tx, actor, sent, from);
  const { pins = stored.pins, breaking = stored.breaking } = sent;
  const ended = pins.findIndex((pin) => hasEnded(pin, stored.pins, now));
  if (ended >= 0) throw endedFault(`pins.${ended}.endsAt`);
  if (breaking && hasEnded(breaking, stored.breaking ? [stored.breaking] : [], now))
    throw endedFault('breaking.endsAt');
  await save(tx, editor, activeAt({ pins, breaking }, now), { stored, now });
}

/** A new pin or line that ends in the past is a mistake; a stored one may have ended since it was read. */
function hasEnded(
  { endsAt }: { readonly endsAt: number },
  stored: readonly { readonly endsAt: number }[],
  now: number,
): boolean {
  return endsAt > 0 && endsAt <= now && stored.every((known) => known.endsAt !== endsAt);
}

function endedFault(field: string): InvalidInputError {
  const message = 'This end is in the past; choose a later time.';
  return new InvalidInputError(message, 'rest_invalid_param', { [field]: message });
}

const onePinSchema = z.strictObject({
  id: sentId,
  /** From 1; omitted: its place, or after the pinned posts. */
  place: sentId.optional(),
  area: pinSchema.shape.area.optional(),
  endsAt: sentEnd.optional(),
  headline: pinSchema.shape.headline.optional(),
  mediaId: sentIdOrNone.optional(),
});

/** Pins, moves or changes one post; what is omitted stays, or is `lead` and empty. Throws like `arrangeFront`. */
export async function pinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof onePinSchema>,
  from: FrontFrom,
): Promise<void> {
  const { id, place, ...given } = readInput(onePinSchema, input, 'the front page');
  const { actor: editor, stored, now } = await holdFront(tx, actor, id, from);
  const own = stored.pins.find(({ postId }) => postId === id);
  const pin: Pin = { area: 'lead', ...store.newPin, ...own, ...given, postId: id };
  if (given.endsAt !== undefined && hasEnded(pin, [], now)) throw endedFault('endsAt');
  await save(tx, editor, store.withPin(activeAt(stored, now), pin, place), {
    stored,
    now,
    post: { id, summary: `post ${id} pinned${place === undefined ? '' : ` to place ${place}`}` },
  });
}

const unpinSchema = z.strictObject({ id: sentId });

/** Throws `NotFoundError` if the post is not pinned, and `StaleError` with both sides. */
export async function unpinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof unpinSchema>,
  from: FrontFrom,
): Promise<void> {
  const { id } = readInput(unpinSchema, input, 'the front page');
  const { actor: editor, stored, now } = await holdFront(tx, actor, id, from);
  const front = activeAt(stored, now);
  const pins = front.pins.filter(({ postId }) => postId !== id);
  if (pins.length === front.pins.length) throw new NotFoundError(`Post ${id} is not pinned.`);
  await save(tx, editor, { ...front, pins }, { stored, now, post: { id, summary: `post ${id} unpinned` } });
}

const lineSchema = z.strictObject({ breaking: breakingSchema.nullable() });

/** Sets or removes the breaking line. Throws like `arrangeFront`. */
export async function setBreaking(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof lineSchema>,
  from: FrontFrom,
): Promise<void> {
  const { breaking } = readInput(lineSchema, input, 'the breaking line');
  const { actor: editor, stored, now } = await holdFront(tx, actor, breaking, from);
  if (breaking && hasEnded(breaking, [], now)) throw endedFault('breaking.endsAt');
  await save(tx, editor, { ...activeAt(stored, now), breaking }, { stored, now });
}

/** Locks the front page and returns it. Throws `StaleError` with both sides unless it equals `from`, apart from ended pins. */
async function holdFront(
  tx: Tx,
  actor: Actor | undefined,
  mine: unknown,
  from: FrontFrom,
): Promise<{ readonly actor: Actor; readonly stored: Front; readonly now: number }> {
  demand(changeFront, actor, undefined);
  await tx.dialect.lockName('front')?.execute(tx.db);
  const stored = await store.readFront(tx.db);
  const now = Date.now();
  const theirs = plain(activeAt(stored, now));
  if (typeof from === 'number') {
    if (from !== stored.revision)
      throw new StaleError('Someone else changed the front page in the meantime. Nothing was saved.', {
        mine,
        theirs,
      });
  } else {
    const began = typeof from === 'function' ? from(theirs) : from;
    refuseUnseen<Arrangement>('the front page', { mine, theirs }, began && plain(activeAt(began, now)));
  }
  return { actor, stored, now };
}

const plain = ({ pins, breaking }: Arrangement): Arrangement => ({ pins, breaking });

interface Saving {
  readonly stored: Front;
  readonly now: number;
  /** The only post that changes, with the summary for the log. */
  readonly post?: { readonly id: number; readonly summary: string };
}

async function save(tx: Tx, actor: Actor, wanted: Arrangement, { stored, now, post }: Saving): Promise<void> {
  const before = activeAt(stored, now);
  const pins = await store.checkedPins(tx, wanted.pins, before);
  await refuseUnknownPictures(tx, actor, pins, before);
  const after = { pins, breaking: wanted.breaking };
  const [old, next] = [toSentFront(before), toSentFront(after)];
  if (JSON.stringify(old) === JSON.stringify(next)) return;
  await store.writeFront(tx, after);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'front',
    itemId: post?.id ?? 0,
    summary: post?.summary ?? summaryOf(before, after),
    details: { front: { before: old, after: next } },
  });
}

/** Throws `NotFoundError` for pictures that the actor can't see, unless they are stored. */
async function refuseUnknownPictures(
  tx: Tx,
  actor: Actor,
  pins: readonly Pin[],
  before: Arrangement,
): Promise<void> {
  const known = new Set(before.pins.map(({ mediaId }) => mediaId));
  const pictures = pins.flatMap(({ mediaId }) => (mediaId > 0 && !known.has(mediaId) ? [mediaId] : []));
  if (pictures.length === 0) return;
  const files = await findVisiblePosts(tx.db, pictures, actor);
  const missing = pictures.find((id) => {
    const file = files.get(id);
    return file?.type !== fileType || !file.mimeType.startsWith('image/');
  });
  if (missing !== undefined) throw new NotFoundError(`There is no picture ${missing} in the library.`);
}

function summaryOf(before: Arrangement, after: Arrangement): string {
  const line =
    JSON.stringify(before.breaking) === JSON.stringify(after.breaking)
      ? ''
      : `; breaking line ${after.breaking ? 'set' : 'removed'}`;
  const pins =
    after.pins.length === 0 ? 'nothing pinned' : `posts ${after.pins.map(({ postId }) => postId).join(', ')}`;
  return pins + line;
}

/** Notes that the actor has the front page desk open. */
export async function noteDesk(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(changeFront, actor, undefined);
  await holdUsers(tx, [actor.id]);
  await noteFrontEditor(tx, actor.id);
}
