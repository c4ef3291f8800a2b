import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import type { PostListSettings } from '../post-list/settings.ts';
import { block } from './block.ts';

const defaults = block.settings.parse({});

export async function load(
  settings: PostListSettings,
  context: LoadContext,
): Promise<PostListData | undefined> {
  const site = await context.content.settings.current();
  const asTheSiteSays = {
    ...settings,
    limit: settings.limit || site.related_block_limit,
    td_column_number: settings.td_column_number || site.related_block_columns,
    live_filter: settings.live_filter || site.related_block_live_filter,
  };
  return loadList(asTheSiteSays, context, { blockType: wireNameOf(block), defaults });
}
