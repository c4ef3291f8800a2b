import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import type { PostListSettings } from '../post-list/settings.ts';
import { block } from './block.ts';

export const load = (settings: PostListSettings, context: LoadContext): Promise<PostListData> => loadList(settings, context, 'td_block_related_posts', block.settings.parse({}));
