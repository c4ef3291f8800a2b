import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { mayEditPost, mayReadPost, findSummaries, findVisiblePosts } from '../posts/index.ts';
import { fileType } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { MediaFile } from './media-files.ts';
import { idOfName, namesOfFile, ownFiles, mediaNames, nameOfId } from '../../lib/markup/media-names.ts';
import { portraitMetaKey } from '../users/index.ts';
import { pictureSettings } from './post-references.ts';

const maxPosts = 100;

/** As the featured image, in the content, or in a gallery of all attachments. */
export type WayOfUse = 'lead' | 'text' | 'gallery';

export interface PostUse {
  readonly id: number;
  /** HTML. */
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly ways: readonly WayOfUse[];
  readonly mayEdit: boolean;
}

export interface MediaUses {
  /** Those the actor can read, newest first, at most `maxPosts`. */
  readonly posts: readonly PostUse[];
  /** All posts that use it, including those the actor can't read. */
  readonly total: number;
  readonly others: readonly OtherUse[];
  /** Other attachments with the same bytes, if the actor can see them. */
  readonly copies: readonly { readonly id: number; readonly title: string }[];
}

export async function findUses(
  read: Reader,
  actor: Actor,
  { id, parentId, file }: { readonly id: number; readonly parentId: number; readonly file: MediaFile },
): Promise<MediaUses> {
  const names = namesOfFile(id, file);
  const ways = new Map<number, WayOfUse[]>();
  const note = (way: WayOfUse, rows: readonly { readonly id: number }[]) => {
    for (const row of rows) ways.set(row.id, [...(ways.get(row.id) ?? []), way]);
  };
  // As a literal, so that the partial index is used.
  note(
    'lead',
    await read
      .selectFrom('post')
      .select('id')
      .where('featured_media_id', '=', id)
      .where(sql<boolean>`featured_media_id > 0`)
      .execute(),
  );
  note(
    'text',
    await read
      .selectFrom('media_mention')
      .select('post_id as id')
      .distinct()
      .where('name', 'in', names)
      .where('post_id', '<>', id)
      .execute(),
  );
  if (parentId > 0) {
    note(
      'gallery',
      await read
        .selectFrom('media_mention')
        .select('post_id as id')
        .where('name', '=', ownFiles)
        .where('post_id', '=', parentId)
        .execute(),
    );
  }
  const ids = [...ways.keys()].toSorted((a, b) => b - a);
  const posts: PostUse[] = [];
  for (const some of portions(ids)) {
    if (posts.length >= maxPosts) break;
    const summaries = await findSummaries(read, some);
    for (const one of some) {
      const post = summaries.get(one);
      if (!post || !mayReadPost(actor, post) || posts.length >= maxPosts) continue;
      const { title, type, status } = post;
      posts.push({
        id: one,
        title,
        type,
        status,
        ways: ways.get(one) ?? [],
        mayEdit: mayEditPost(actor, post),
      });
    }
  }
  const others = await otherUses(read);
  const seen = new Set(names.flatMap((name) => others.get(name) ?? []));
  return { posts, total: ids.length, others: [...seen], copies: await findCopies(read, actor, id) };
}

async function findCopies(read: Reader, actor: Actor, id: number): Promise<{ id: number; title: string }[]> {
  const own = await read
    .selectFrom('media')
    .select('content_hash')
    .where('post_id', '=', id)
    .executeTakeFirst();
  if (!own?.content_hash) return [];
  const rows = await read
    .selectFrom('media')
    .select('post_id')
    .where('content_hash', '=', own.content_hash)
    .where(sql<boolean>`content_hash <> ''`)
    .where('post_id', '<>', id)
    .orderBy('post_id')
    .limit(maxPosts)
    .execute();
  const visible = await findVisiblePosts(
    read,
    rows.map((row) => row.post_id),
    actor,
  );
  return [...visible.values()]
    .filter(({ type }) => type === fileType)
    .map((post) => ({ id: post.id, title: post.title }));
}

/** Ids of the files used by settings, templates, terms, users and menus, for lists of unused files. */
export async function usedBesidePosts(read: Reader): Promise<number[]> {
  const names = [...(await otherUses(read)).keys()];
  const ids = new Set(names.map(idOfName).filter((id) => id !== undefined));
  // A scaled-down image's file has this suffix next to its original.
  const files = new Set(
    names
      .filter((name) => idOfName(name) === undefined)
      .flatMap((name) => [name, name.replace(/\.[^./]+$/, '-scaled$&')]),
  );
  for (const some of portions([...files])) {
    for (const { post_id: id } of await read
      .selectFrom('media')
      .select('post_id')
      .where('file', 'in', some)
      .execute())
      ids.add(id);
  }
  return [...ids];
}

interface OtherUse {
  readonly kind: 'setting' | 'template' | 'term' | 'user' | 'menu';
  /** 0 for a setting. */
  readonly id: number;
  /** The setting's key, the template's title, the term's name (HTML), the user's name, or the item's label. */
  readonly title: string;
}

/** By the file names they use. There are few rows of each kind. */
async function otherUses(read: Reader): Promise<Map<string, OtherUse[]>> {
  const found = new Map<string, OtherUse[]>();
  const note = (use: OtherUse, names: Iterable<string>) => {
    for (const name of names) found.set(name, [...(found.get(name) ?? []), use]);
  };
  const keys: readonly string[] = pictureSettings;
  for (const { key, value } of await read.selectFrom('setting').select(['key', 'value']).execute()) {
    note(
      { kind: 'setting', id: 0, title: key },
      keys.includes(key) ? [nameOfId(Number(value))] : mediaNames([value]),
    );
  }
  for (const { id, title, content } of await read
    .selectFrom('template')
    .select(['id', 'title', 'content'])
    .execute()) {
    note({ kind: 'template', id, title }, mediaNames([content]));
  }
  const terms = await read
    .selectFrom('term')
    .select(['id', 'name', 'description'])
    .where('description', 'like', '%uploads%')
    .execute();
  for (const { id, name, description } of terms)
    note({ kind: 'term', id, title: name }, mediaNames([description]));
  const termMeta = await read
    .selectFrom('term_meta')
    .innerJoin('term', 'term.id', 'term_meta.term_id')
    .select(['term.id', 'term.name', 'term_meta.value'])
    .where((eb) =>
      eb.or([eb('term_meta.key', '=', 'thumbnail_id'), eb('term_meta.value', 'like', '%uploads%')]),
    )
    .execute();
  for (const { id, name, value } of termMeta) note({ kind: 'term', id, title: name }, namesOf(value));
  const userMeta = await read
    .selectFrom('user_meta')
    .innerJoin('user', 'user.id', 'user_meta.user_id')
    .select(['user.id', 'user.display_name', 'user_meta.value'])
    .where((eb) =>
      eb.or([eb('user_meta.key', '=', portraitMetaKey), eb('user_meta.value', 'like', '%uploads%')]),
    )
    .execute();
  for (const { id, display_name: title, value } of userMeta)
    note({ kind: 'user', id, title }, namesOf(value));
  const items = await read
    .selectFrom('menu_item')
    .select(['id', 'label', 'url', 'object', 'object_id'])
    .where((eb) => eb.or([eb('object', '=', fileType), eb('url', 'like', '%uploads%')]))
    .execute();
  for (const { id, label, url, object, object_id: objectId } of items) {
    note({ kind: 'menu', id, title: label }, [
      ...(object === fileType ? [nameOfId(objectId)] : []),
      ...mediaNames([url]),
    ]);
  }
  return found;
}

const namesOf = (value: string) =>
  /^\d{1,15}$/.test(value) ? [nameOfId(Number(value))] : mediaNames([value]);
