import type { Permission } from '../../kernel/permission.ts';
import { mayWriteArticles } from '../posts/index.ts';

export const embedOthers: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to make proxied oEmbed requests.',
  capability: 'edit_posts',
  test: mayWriteArticles,
};
