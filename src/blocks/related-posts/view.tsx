import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import type { PostListSettings } from '../post-list/settings.ts';
import { View as PostList } from '../post-list/view.tsx';

export function View({ settings, data, blockId }: ViewProps<PostListSettings, PostListData>) {
  if (data.cards.length === 0 && data.state.td_current_page === 1) return null;
  return <div className="related-posts"><PostList settings={settings} data={data} blockId={blockId} /></div>;
}
