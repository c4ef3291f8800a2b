import type { PostReferences } from '../posts/index.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { forgetPinned } from './store.ts';
import { resetSettings, saveSettings } from '../settings/index.ts';

export const frontReferences: PostReferences = {
  deleted: [],
  cleared: ['front_pin.post_id', 'front_pin.media_id'],
  clear: async (tx, { id }) => {
    await forgetPinned(tx, id);
    await removeFromFront(tx, id);
  },
};

/**
 * A deleted or trashed post stops being the front page or posts page, permanently, as in WordPress. Without a front
 * page the site shows the newest posts.
 */
export async function removeFromFront(tx: Tx, id: number): Promise<void> {
  const reset = await resetSettings(tx, ['page_on_front', 'page_for_posts'], id);
  if (reset.includes('page_on_front')) await saveSettings(tx, { show_on_front: null });
}
