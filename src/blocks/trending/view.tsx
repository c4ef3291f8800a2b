import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import { View as PostList } from '../post-list/view.tsx';

export function View(props: Pick<ViewProps<unknown, PostListData>, 'data' | 'blockId'>) {
  return <PostList data={props.data} blockId={props.blockId} className="trending" />;
}
