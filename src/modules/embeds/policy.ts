import type { Permission } from '../../kernel/permission.ts';
import { mayWriteArticles } from '../posts/index.ts';

/** Who may have other sites asked what they say of an address of theirs, as far as the site asks them. */
export const embedOthers: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to make proxied oEmbed requests.',
  capability: 'edit_posts',
  test: mayWriteArticles,
};
