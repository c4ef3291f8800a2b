import { onDesktops } from './composer-values.ts';
import { readShortcodes } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';

/** Ids of one text that are looked up. */
const mostIds = 1000;

/** Notes the posts and pictures that the elements of a text name by their ids at the old site. */
export function collectIds(source: string, { posts, pictures }: { readonly posts: Set<string>; readonly pictures: Set<string> }): void {
  const most = posts.size + pictures.size + mostIds;
  const visit = (nodes: readonly Shortcode[]): void => {
    for (const { attributes, children } of nodes) {
      for (const id of onDesktops(attributes.post_ids).split(',')) {
        const bare = id.trim().replace('-', '');
        if (/^[1-9]\d{0,12}$/.test(bare) && posts.size + pictures.size < most) posts.add(bare);
      }
      const image = (attributes.image ?? '').trim();
      if (/^[1-9]\d{0,12}$/.test(image) && posts.size + pictures.size < most) pictures.add(image);
      visit(children);
    }
  };
  visit(readShortcodes(source).nodes);
}
