import type { PostReferences } from '../posts/index.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { resetSettings, saveSettings } from '../settings/index.ts';

/** What the front page keeps of posts: its pins, and which page it is. */
export const frontReferences: PostReferences = {
  goes: ['front_pin.post_id'],
  clear: (tx, { id }) => leaveFront(tx, id),
};

/**
 * A post that goes for good, or into the trash, is no longer the front page, nor the page of the newest posts, and coming back does not make it that again, as
 * in WordPress. Without its front page a site begins with the newest posts.
 */
export async function leaveFront(tx: Tx, id: number): Promise<void> {
  const reset = await resetSettings(tx, ['page_on_front', 'page_for_posts'], id);
  if (reset.includes('page_on_front')) await saveSettings(tx, { show_on_front: null });
}
