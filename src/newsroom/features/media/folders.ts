import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { MediaFolders, FileSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { doAll } from '../../app/work.ts';
import { titleOf } from './media-items.tsx';
import { mayEdit } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { say, sayCount } from '../../words.ts';

export type Folder = MediaFolders['folders'][number];
export interface PlacedFolder extends Folder {
  readonly depth: number;
}

export const foldersQuery = queryOptions({
  queryKey: ['media', 'folders'],
  queryFn: async ({ signal }) => (await rest<MediaFolders>('/broadsheet/v1/media-folders', { signal })).body,
});

/** Orders folders as a tree: each before its children, siblings by name. */
export function treeOf(folders: readonly Folder[]): PlacedFolder[] {
  const known = new Set(folders.map(({ id }) => id));
  const inside = Map.groupBy(folders, ({ parent }) => (known.has(parent) ? parent : 0));
  const placed = (parent: number, depth: number): PlacedFolder[] =>
    (inside.get(parent) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
      .flatMap((folder) => [{ ...folder, depth }, ...placed(folder.id, depth + 1)]);
  return placed(0, 0);
}

/** Folders as select options, indented by depth. */
export const folderChoices = (
  folders: readonly Folder[],
  label: (folder: Folder) => string = ({ name }) => name,
) =>
  treeOf(folders).map((folder) => ({
    value: String(folder.id),
    label: `${'\u2003'.repeat(folder.depth)}${label(folder)}`,
  }));

/** Ids of a folder and its descendants, none of which can become its parent. */
export function withInner(folders: readonly Folder[], id: number): Set<number> {
  const tree = treeOf(folders);
  const at = tree.findIndex((folder) => folder.id === id);
  const depth = tree[at]?.depth ?? 0;
  const after = tree.findIndex((folder, index) => index > at && folder.depth <= depth);
  return new Set(at < 0 ? [] : tree.slice(at, after < 0 ? undefined : after).map((folder) => folder.id));
}

/** Drag data type of library files: their ids as JSON. */
export const dragType = 'application/x-broadsheet-media';

const maxPerRequest = 100;

async function foldersOf(rows: readonly MediaRow[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (let at = 0; at < rows.length; at += maxPerRequest) {
    const params = new URLSearchParams({
      include: rows
        .slice(at, at + maxPerRequest)
        .map(({ id }) => id)
        .join(','),
      context: 'edit',
      per_page: String(maxPerRequest),
      _fields: 'id,folder',
    });
    const { body } = await rest<readonly { readonly id: number; readonly folder: number }[]>(
      `/wp/v2/media?${params.toString()}`,
    );
    for (const { id, folder } of body) found.set(id, folder);
  }
  return found;
}

/** Moves files into a folder (0: none), with undo. */
export async function moveFiles(
  queries: QueryClient,
  rows: readonly MediaRow[],
  folder: number,
  name: string,
): Promise<void> {
  const movable = rows.filter(mayEdit);
  const left = rows.length - movable.length;
  const notOurs =
    left === 0
      ? ''
      : sayCount('You are not allowed to move %d file.|You are not allowed to move %d files.', left);
  const before = await foldersOf(movable).catch((error: unknown) => {
    toastRefusal(error);
  });
  if (!before) return;
  const put = ({ id }: MediaRow, where: number) =>
    rest<unknown, FileSent>(`/wp/v2/media/${id}?_fields=id`, { method: 'POST', body: { folder: where } });
  const moving = movable.filter(({ id }) => before.get(id) !== folder);
  if (moving.length === 0) {
    const [first] = movable;
    const notice =
      first &&
      (movable.length === 1
        ? folder === 0
          ? say('“%s” is not in a folder.', titleOf(first))
          : say('“%s” is already in “%s”.', titleOf(first), name)
        : folder === 0
          ? sayCount('%d file is not in a folder.|%d files are not in a folder.', movable.length)
          : sayCount(
              '%d file is already in “%s”.|%d files are already in “%s”.',
              movable.length,
              movable.length,
              name,
            ));
    toast([notice, notOurs].filter(Boolean).join(' '));
    return;
  }
  await doAll(queries, ['media'], moving, {
    doing: say('Moving'),
    nameOf: titleOf,
    run: (row) => put(row, folder),
    undo: (row) => put(row, before.get(row.id) ?? 0),
    done: (count, title) => {
      const moved =
        count === 1
          ? folder === 0
            ? say('“%s” was removed from its folder.', title)
            : say('“%s” is now in “%s”.', title, name)
          : folder === 0
            ? sayCount(
                '%d file was removed from its folder.|%d files were removed from their folders.',
                count,
              )
            : sayCount('%d file is now in “%s”.|%d files are now in “%s”.', count, count, name);
      return [moved, notOurs].filter(Boolean).join(' ');
    },
  });
}
