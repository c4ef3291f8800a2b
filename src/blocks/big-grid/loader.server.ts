import type { z } from 'zod';
import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import { postListSettings } from '../post-list/settings.ts';
import { bigGrids, block } from './block.ts';
import type { bigGridSettings } from './block.ts';

const plain = postListSettings.parse({});
const { grid: _, ...own } = block.settings.parse({});
const defaults = { ...plain, ...own };
/** Size of the fallback grid. */
const smallest = 3;

export function load(
  { grid, ...settings }: z.output<typeof bigGridSettings>,
  context: LoadContext,
): Promise<PostListData | undefined> {
  const wanted = bigGrids[grid];
  const fits = (left: number) => (left >= wanted ? wanted : left >= smallest ? smallest : 0);
  return loadList({ ...plain, ...settings, limit: wanted }, context, {
    blockType: wireNameOf(block, { grid }),
    defaults,
    fits,
  });
}
