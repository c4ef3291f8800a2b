import type { Reader, Tx } from '../../src/kernel/db/open-database.ts';
import { createComment } from '../../src/modules/comments/store.ts';
import type { CommentInput } from '../../src/modules/comments/store.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import type { MediaInput } from '../../src/modules/media/writer.ts';
import type { Post } from '../../src/modules/posts/model.ts';
import { findPost } from '../../src/modules/posts/reader.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import type { PostInput } from '../../src/modules/posts/writer.ts';
import { createTerm } from '../../src/modules/terms/writer.ts';
import type { TermInput } from '../../src/modules/terms/writer.ts';
import { findUser } from '../../src/modules/users/reader.ts';
import { ensureRoles } from '../../src/modules/users/roles.ts';
import { createUser } from '../../src/modules/users/writer.ts';
import type { UserInput } from '../../src/modules/users/writer.ts';
import { currentTest } from './current-test.ts';

/** Time of the first created item in ms; each further one is a minute later. */
const firstMoment = Date.UTC(2026, 0, 1, 12);
const made = { by: '', count: 0 };
/** Counts from 1 in each test file, independent of files that the worker ran before. */
const next = () => {
  if (made.by !== currentTest.path) Object.assign(made, { by: currentTest.path, count: 0 });
  return ++made.count;
};
const moment = (n: number) => firstMoment + n * 60_000;

/** Creates a published post with changes from `input`; returns its id. */
export async function makePost(tx: Tx, input: Partial<PostInput> = {}): Promise<number> {
  const n = next();
  const title = input.title ?? `Story ${n}`;
  return createPost(tx, {
    status: 'publish',
    title,
    content: `<!-- wp:paragraph -->\n<p>Text of ${title}.</p>\n<!-- /wp:paragraph -->`,
    publishedAt: moment(n),
    ...input,
  });
}

/** Creates a category with changes from `input`; returns its id. */
export async function makeTerm(tx: Tx, input: Partial<TermInput> = {}): Promise<number> {
  return createTerm(tx, { taxonomy: 'category', name: `Section ${next()}`, ...input });
}

/** Creates a user, an author by default; returns the id. */
export async function makeUser(tx: Tx, input: Partial<UserInput> = {}): Promise<number> {
  const login = input.login ?? `writer${next()}`;
  await ensureRoles(tx);
  return createUser(tx, {
    login,
    email: `${login}@mail.example`,
    displayName: `Writer of ${login}`,
    roles: ['author'],
    ...input,
  });
}

export async function makeAuthors(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) if (!(await findUser(tx.db, id))) await makeUser(tx, { id });
}

export async function makeComment(
  tx: Tx,
  input: Partial<CommentInput> & Pick<CommentInput, 'postId'>,
): Promise<number> {
  const n = next();
  return createComment(tx, {
    status: 'approved',
    authorName: `Reader ${n}`,
    authorEmail: `reader${n}@secret.example`,
    authorIp: '203.0.113.9',
    createdAt: moment(n),
    content: `Remark ${n}.`,
    ...input,
  });
}

/** Creates an attachment with its file, by default a JPEG of 1600 × 900; returns its id. */
export async function makeMedia(
  tx: Tx,
  input: Partial<PostInput> & { readonly file?: Partial<MediaInput> } = {},
): Promise<number> {
  const { file, ...post } = input;
  const n = next();
  const id = await createPost(tx, {
    type: 'attachment',
    status: 'inherit',
    title: `Picture ${n}`,
    mimeType: 'image/jpeg',
    publishedAt: moment(n),
    ...post,
  });
  await saveMedia(tx, {
    postId: id,
    file: `2026/01/picture-${n}.jpg`,
    width: 1600,
    height: 900,
    bytes: 200_000,
    alt: `Alt text of picture ${n}`,
    sizes: { medium: { file: `picture-${n}-300x169.webp`, width: 300, height: 169, mime: 'image/webp' } },
    ...file,
  });
  return id;
}

export async function postOf(read: Reader, id: number): Promise<Post> {
  const post = await findPost(read, id);
  if (!post) throw new Error(`There is no post ${id}.`);
  return post;
}
