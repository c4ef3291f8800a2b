import type { z } from 'zod';
import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import { postListSettings } from '../post-list/settings.ts';
import { block } from './block.ts';
import type { slideSettings } from './block.ts';

const plain = postListSettings.parse({});
const defaults = { ...plain, ...block.settings.parse({}) };

export function load(
  settings: z.output<typeof slideSettings>,
  context: LoadContext,
): Promise<PostListData | undefined> {
  return loadList({ ...plain, ...settings }, context, { blockType: wireNameOf(block), defaults });
}
