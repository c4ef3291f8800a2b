import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { scriptedBlocks } from '../../lib/block-scripts.ts';
import { portions } from '../../lib/batch.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Signer } from '../../lib/keys.ts';

/** Script blocks remembered per post in addition to those in its content, since earlier content may be restored. */
const maxFormer = 100;

/** New content and the content it replaces ('' for new posts). */
interface WrittenText {
  readonly id: number;
  readonly content: string;
  readonly stored: string;
}

/**
 * Records script blocks that the actor adds, if allowed to. Unrecorded blocks of current or earlier content (by other
 * users or imports) stay so, even when restored. Call it before the content becomes a revision.
 */
export async function noteScripts(tx: Tx, actor: Actor, { id, content, stored }: WrittenText): Promise<void> {
  if (!mayWriteAnyHtml(actor)) return;
  const [written, before] = [scriptedBlocks(content), scriptedBlocks(stored)];
  if ([...written.keys()].every((key) => before.has(key))) return;
  const known = await findScripts(tx.db, id);
  const fresh = new Map([...written].filter(([key]) => !before.has(key) && !known.has(key)));
  const older = await olderOf(tx, actor, id, fresh);
  const news = [...fresh.keys()].filter((key) => !older.has(key));
  for (const some of portions(news)) {
    await tx.db
      .insertInto('script_block')
      .values(some.map((key) => ({ post_id: id, key, noted_at: Date.now() })))
      .execute();
  }
  const former = [...known].filter((key) => !written.has(key));
  for (const some of portions(former.slice(0, Math.max(0, former.length - maxFormer)))) {
    await tx.db.deleteFrom('script_block').where('post_id', '=', id).where('key', 'in', some).execute();
  }
}

/** Blocks (HTML by key) that occur in earlier revisions or in other users' autosaves, as a block or as bytes anywhere. Loads one text at a time. */
async function olderOf(
  { db }: Tx,
  { id: actorId }: Actor,
  postId: number,
  blocks: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const older = new Set<string>();
  const texts = db
    .selectFrom('revision')
    .where('post_id', '=', postId)
    .where((eb) => eb.or([eb('kind', '=', 'revision'), eb('author_id', '<>', actorId)]));
  for (const [key, html] of blocks) {
    const holds = sql<boolean>`replace(content, ${html}, '') <> content`;
    if (await texts.select('id').where(holds).limit(1).executeTakeFirst()) older.add(key);
  }
  if (older.size === blocks.size) return older;
  // A block's HTML lacks the delimiters between its parts, so the bytes of the content can differ.
  const withBlocks = await texts
    .select('id')
    .where(sql<boolean>`replace(content, 'wp:html', '') <> content`)
    .orderBy('id', 'desc')
    .execute();
  for (const { id } of withBlocks) {
    const text = await db.selectFrom('revision').select('content').where('id', '=', id).executeTakeFirst();
    for (const key of scriptedBlocks(text?.content ?? '').keys()) if (blocks.has(key)) older.add(key);
    if (older.size === blocks.size) break;
  }
  return older;
}

/** Forgets a post's recorded script blocks after its content came from another source. */
export async function forgetScripts(tx: Tx, postId: number): Promise<void> {
  await tx.db.deleteFrom('script_block').where('post_id', '=', postId).execute();
}

/** Keys of a post's blocks whose scripts may run (a user with `unfiltered_html` added them to this post), oldest first. */
export async function findScripts(read: Reader, postId: number): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('script_block')
    .select('key')
    .where('post_id', '=', postId)
    .orderBy('noted_at')
    .orderBy('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

export async function isScriptNoted(read: Reader, postId: number, key: string): Promise<boolean> {
  return (
    (await read
      .selectFrom('script_block')
      .select('key')
      .where('post_id', '=', postId)
      .where('key', '=', key)
      .executeTakeFirst()) !== undefined
  );
}

const purpose = 'script-frame';

/** Milliseconds that a frame's address on a non-public page is valid. */
const goodFor = 3_600_000;

interface RequestedFrame {
  readonly postId: number;
  readonly key: string;
  /** Signed expiry that opens the frame of a non-public post. */
  readonly pass?: string;
}

/**
 * URL of a block's frame, `/script-frame/{post}/{key}`. The key hashes the bytes, so edits elsewhere keep it and other
 * bytes never run. On non-public pages it has a signed expiry, since cookies grant no access.
 */
export function scriptFrameAddress(
  frame: string,
  closed?: { readonly signer: Signer; readonly now: number },
): string {
  if (!closed) return `/script-frame/${frame}`;
  const until = closed.now + goodFor;
  return `/script-frame/${frame}/${until}.${closed.signer.sign(purpose, `${frame} ${until}`)}`;
}

export function askedFrame(path: string): RequestedFrame | undefined {
  const [, id = '', key = '', pass] =
    /^\/script-frame\/(\d{1,15})\/([\w-]{43})(?:\/([\w.-]{1,80}))?$/.exec(path) ?? [];
  return key === '' ? undefined : { postId: Number(id), key, ...(pass === undefined ? {} : { pass }) };
}

export function opensFrame({ postId, key, pass = '' }: RequestedFrame, signer: Signer, now: number): boolean {
  const [until = '', signature = ''] = pass.split('.');
  return Number(until) > now && signer.verify(purpose, `${postId}/${key} ${until}`, signature);
}
