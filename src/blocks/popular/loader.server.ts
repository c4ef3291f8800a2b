import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import type { PostListSettings } from '../post-list/settings.ts';
import { block } from './block.ts';

const defaults = block.settings.parse({});

export function load(settings: PostListSettings, context: LoadContext): Promise<PostListData | undefined> {
  return loadList(settings, context, { blockType: wireNameOf(block), defaults });
}
