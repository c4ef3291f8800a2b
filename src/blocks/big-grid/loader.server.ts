import type { z } from 'zod';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import { postListSettings } from '../post-list/settings.ts';
import type { bigGridSettings } from './block.ts';

const plain = postListSettings.parse({});
/** Articles of the two grids. */
const oneFour = 5;
const three = 3;

export function load({ grid, ...settings }: z.output<typeof bigGridSettings>, context: LoadContext): Promise<PostListData> {
  const fits = (left: number) => (grid === 'one-four' && left >= oneFour ? oneFour : left >= three ? three : 0);
  return loadList({ ...plain, ...settings, limit: grid === 'three' ? three : oneFour }, context, 'broadsheet_big_grid', plain, fits);
}
