import type { Reader } from '../../kernel/db/open-database.ts';
import type { Activity, ActivityKind } from '../../kernel/command.ts';
import { fileType } from '../types/index.ts';

type Entry = Pick<Activity, 'kind' | 'itemId'>;
type Links = ReadonlyMap<number, string>;

/** Path of an item's screen below `/wp-admin`, by id, for those that exist. */
const linksByKind: Partial<Record<ActivityKind, (read: Reader, ids: readonly number[]) => Promise<Links>>> = {
  post: async (read, ids) =>
    new Map(
      (await read.selectFrom('post').select(['id', 'type']).where('id', 'in', ids).execute()).map(
        ({ id, type }) => [
          id,
          type === fileType ? `/upload.php?item=${id}` : `/post.php?post=${id}&action=edit`,
        ],
      ),
    ),
  term: async (read, ids) =>
    new Map(
      (await read.selectFrom('term').select(['id', 'taxonomy']).where('id', 'in', ids).execute()).map(
        ({ id, taxonomy }) => [id, `/term.php?taxonomy=${encodeURIComponent(taxonomy)}&tag_ID=${id}`],
      ),
    ),
  user: (read, ids) => linked(read, 'user', ids, (id) => `/user-edit.php?user_id=${id}`),
  comment: (read, ids) => linked(read, 'comment', ids, (id) => `/edit-comments.php?c=${id}`),
  menu: (read, ids) => linked(read, 'menu', ids, (id) => `/nav-menus.php?menu=${id}`),
  template: (read, ids) => linked(read, 'template', ids, (id) => `/site-editor.php?postId=${id}`),
  redirect: (read, ids) => linked(read, 'redirect', ids, (id) => `/tools.php?page=redirects&edit=${id}`),
};

async function linked(
  read: Reader,
  table: 'user' | 'comment' | 'menu' | 'template' | 'redirect',
  ids: readonly number[],
  link: (id: number) => string,
): Promise<Links> {
  const rows = await read.selectFrom(table).select('id').where('id', 'in', ids).execute();
  return new Map(rows.map(({ id }) => [id, link(id)]));
}

/** Where an entry's item is edited, below `/wp-admin`; empty for items that no longer exist. At most one query per kind. */
export async function findItemLinks(
  read: Reader,
  entries: readonly Entry[],
): Promise<(entry: Entry) => string> {
  const byKind = new Map<ActivityKind, Links>();
  for (const kind of new Set(entries.map((entry) => entry.kind))) {
    const ids = [...new Set(entries.filter((one) => one.kind === kind).map(({ itemId }) => itemId))];
    const known = ids.filter((id) => id > 0);
    const find = linksByKind[kind];
    if (find && known.length > 0) byKind.set(kind, await find(read, known));
  }
  return ({ kind, itemId }) =>
    kind === 'setting'
      ? '/options-general.php'
      : kind === 'front' || kind === 'job' || kind === 'site'
        ? ''
        : (byKind.get(kind)?.get(itemId) ?? '');
}
