import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { scriptedBlocks } from '../../lib/block-scripts.ts';
import { portions } from '../../lib/batch.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Signer } from '../../lib/keys.ts';

/** Blocks that are remembered of a post beside those of its text, since earlier texts may be restored. */
const mostFormer = 100;

/** A text as somebody writes it, and the one that it replaces ('' for none). */
interface WrittenText {
  readonly id: number;
  readonly content: string;
  readonly stored: string;
}

/**
 * Notes the blocks with scripts that somebody writes into a post. What stood there already, now or in an earlier text, and is not noted, somebody else has
 * written, or an import has brought: it stays what it is, and nobody makes it theirs by keeping, restoring or taking it up. Who lacks
 * `unfiltered_html` writes none. Comes before the text itself is kept as a revision.
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
  for (const some of portions(former.slice(0, Math.max(0, former.length - mostFormer)))) {
    await tx.db.deleteFrom('script_block').where('post_id', '=', id).where('key', 'in', some).execute();
  }
}

/**
 * Which blocks, HTML by key, stood in an earlier text of a post, or stand in what somebody else is typing in it: as a block there, or as bytes anywhere. Reads
 * these texts one at a time.
 */
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
  // What stands between the parts of a block is not in its HTML: the bytes of the text are others.
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

/** The text of a post comes from somewhere else: nothing is known any more of whose blocks it holds. */
export async function forgetScripts(tx: Tx, postId: number): Promise<void> {
  await tx.db.deleteFrom('script_block').where('post_id', '=', postId).execute();
}

/** Keys of the blocks of a post whose scripts may run: those that somebody with `unfiltered_html` wrote into this very post. Oldest first. */
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

/** Whether the scripts of this block of a post may run. */
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

/** Milliseconds that the address of a frame on a page for one person is good for. */
const goodFor = 3_600_000;

/** A frame by its address. */
interface AskedFrame {
  readonly postId: number;
  readonly key: string;
  /** What opens it where not everybody may read the post. */
  readonly pass?: string;
}

/**
 * The address of a block's frame: `/script-frame/{post}/{key of the block}`. The key is of its bytes, so that the frame of a text that changed elsewhere stays
 * where it is, and of other bytes nothing is shown. On a page that not everybody may read it says until when it may be opened, signed: cookies open nothing.
 */
export function scriptFrameAddress(
  frame: string,
  closed?: { readonly signer: Signer; readonly now: number },
): string {
  if (!closed) return `/script-frame/${frame}`;
  const until = closed.now + goodFor;
  return `/script-frame/${frame}/${until}.${closed.signer.sign(purpose, `${frame} ${until}`)}`;
}

/** The frame at a path; undefined where the path is none of a frame. */
export function askedFrame(path: string): AskedFrame | undefined {
  const [, id = '', key = '', pass] =
    /^\/script-frame\/(\d{1,15})\/([\w-]{43})(?:\/([\w.-]{1,80}))?$/.exec(path) ?? [];
  return key === '' ? undefined : { postId: Number(id), key, ...(pass === undefined ? {} : { pass }) };
}

/** Whether what an address says opens the frame of a post that not everybody may read. */
export function opensFrame({ postId, key, pass = '' }: AskedFrame, signer: Signer, now: number): boolean {
  const [until = '', signature = ''] = pass.split('.');
  return Number(until) > now && signer.verify(purpose, `${postId}/${key} ${until}`, signature);
}
