// Writes at random until killed. Announces each write on standard output, and again after its commit.
import sharp from 'sharp';
import { createComment, deleteComment, updateComment } from '../../src/modules/comments/store.ts';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { createPost, deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { createTerm, updateTerm } from '../../src/modules/terms/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { seededRandom } from '../harness/random.ts';

/** A write: a post with its title (null when deleted), a comment with its status (null when deleted), or a picture with its file. */
export interface Written {
  readonly kind: 'post' | 'comment' | 'media' | 'term';
  /** 0 until it is known. */
  readonly id: number;
  readonly value: string | null;
  /** The post of a comment. */
  readonly of?: number;
}

const [dataDir = '', databaseUrl = '', seed = '1'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const upTo = (limit: number) => Math.floor(random() * limit);
const pick = <Item>(items: readonly Item[]): Item | undefined => items[upTo(items.length)];
const say = (word: 'begins' | 'done', written: Written) =>
  process.stdout.write(`${JSON.stringify({ word, ...written })}\n`);

const database = await openSiteDatabase({ dataDir, databaseUrl, busyTimeoutMs: 5000, maxConnections: 2 });
const posts: number[] = [];
const comments: number[] = [];
const terms: number[] = [];
let serial = 0;

const words = () =>
  `${Array.from({ length: 4 + upTo(5) }, () =>
    pick(['river', 'council', 'night', 'vote', 'harbour', 'storm', 'print', 'light']),
  ).join(' ')} ${seed}-${++serial}`;
const someTerms = () => [...new Set(Array.from({ length: upTo(4) }, () => pick(terms) ?? 0))].filter(Boolean);
const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#468' } })
  .jpeg()
  .toBuffer();

async function write(
  kind: Written['kind'],
  id: number,
  value: string | null,
  work: () => Promise<number>,
  of = 0,
): Promise<number> {
  say('begins', { kind, id, value, of });
  const written = await work();
  say('done', { kind, id: written, value, of });
  return written;
}

async function newPost(): Promise<void> {
  const title = words();
  const input = {
    title,
    status: pick(['publish', 'publish', 'publish', 'draft', 'private'] as const),
    content: `<p>${words()}</p>`,
    authorIds: Array.from({ length: 1 + upTo(3) }, (_, n) => n + 1),
    termIds: someTerms(),
  };
  posts.push(
    await write('post', 0, title, () =>
      database.write((tx) => createPost(tx, { ...input, ...(input.status ? {} : { status: 'draft' }) })),
    ),
  );
}

async function changedPost(): Promise<void> {
  const id = pick(posts);
  if (id === undefined) return;
  const title = words();
  const changes = {
    title,
    status: pick(['publish', 'draft', 'trash'] as const) ?? 'draft',
    termIds: someTerms(),
    password: random() < 0.1 ? 'secret' : '',
  };
  await write('post', id, title, () => database.write((tx) => updatePost(tx, id, changes)).then(() => id));
}

async function deletedPost(): Promise<void> {
  const id = pick(posts);
  if (id === undefined) return;
  posts.splice(posts.indexOf(id), 1);
  await write('post', id, null, () => database.write((tx) => deletePost(tx, id)).then(() => id));
}

async function newComment(): Promise<void> {
  const postId = pick(posts);
  if (postId === undefined) return;
  comments.push(
    await write(
      'comment',
      0,
      'approved',
      () =>
        database.write((tx) =>
          createComment(tx, {
            postId,
            parentId: pick(comments) ?? 0,
            status: 'approved',
            authorName: 'R',
            content: words(),
          }),
        ),
      postId,
    ),
  );
}

async function changedComment(): Promise<void> {
  const id = pick(comments);
  const row =
    id === undefined
      ? undefined
      : await database.read
          .selectFrom('comment')
          .select(['id', 'post_id'])
          .where('id', '=', id)
          .executeTakeFirst();
  if (!row || id === undefined) return; // deleted with its post
  if (random() < 0.3)
    await write(
      'comment',
      id,
      null,
      () => database.write((tx) => deleteComment(tx, id)).then(() => id),
      row.post_id,
    );
  else
    await write(
      'comment',
      id,
      'spam',
      () => database.write((tx) => updateComment(tx, id, { status: 'spam' })).then(() => id),
      row.post_id,
    );
}

async function newTerm(): Promise<void> {
  const name = words();
  terms.push(
    await write('term', 0, name, () =>
      database.write((tx) =>
        createTerm(tx, { taxonomy: 'category', name, parentId: random() < 0.5 ? (pick(terms) ?? 0) : 0 }),
      ),
    ),
  );
}

async function movedTerm(): Promise<void> {
  const [id, parentId] = [pick(terms), pick(terms.slice(0, 2))];
  if (id !== undefined && parentId !== undefined && !terms.slice(0, 2).includes(id))
    await database.write((tx) => updateTerm(tx, id, { parentId }));
}

async function newPicture(): Promise<void> {
  await write(
    'media',
    0,
    null,
    async () => (await addUpload(database, dataDir, { name: `${words()}.jpg`, bytes: picture })).id,
  );
}

await newTerm();
await newTerm();
for (;;) {
  await pick([
    newPost,
    newPost,
    newPost,
    changedPost,
    changedPost,
    deletedPost,
    newComment,
    newComment,
    changedComment,
    newTerm,
    movedTerm,
    newPicture,
  ])?.();
}
