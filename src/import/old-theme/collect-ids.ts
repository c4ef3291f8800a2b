import { namedFiles } from '../../lib/markup/file-refs.ts';
import { onDesktops } from './composer-values.ts';
import { readShortcodes } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';
import { saidOf } from './write-out.ts';

/** Ids of one text that are looked up. */
const mostIds = 1000;

/** Posts and files by their ids at the old site. */
export interface NamedIds {
  readonly posts: Set<string>;
  readonly pictures: Set<string>;
}

/** Notes the posts and pictures that the elements of a text name by their ids at the old site. */
export function collectIds(source: string, { posts, pictures }: NamedIds): void {
  const most = posts.size + pictures.size + mostIds;
  const visit = (nodes: readonly Shortcode[]): void => {
    for (const { name, attributes, children } of nodes) {
      for (const id of onDesktops(attributes.post_ids).split(',')) {
        const bare = id.trim().replace('-', '');
        if (/^[1-9]\d{0,12}$/.test(bare) && posts.size + pictures.size < most) posts.add(bare);
      }
      const image = (attributes.image ?? '').trim();
      if (/^[1-9]\d{0,12}$/.test(image) && posts.size + pictures.size < most) pictures.add(image);
      const { files } = namedFiles(saidOf(name, attributes) ?? '');
      for (const id of files) if (posts.size + pictures.size < most) pictures.add(String(id));
      visit(children);
    }
  };
  visit(readShortcodes(source).nodes);
  const { files, posts: owners } = namedFiles(source);
  for (const [ids, into] of [
    [files, pictures],
    [owners, posts],
  ] as const)
    for (const id of ids) if (posts.size + pictures.size < most) into.add(String(id));
}
