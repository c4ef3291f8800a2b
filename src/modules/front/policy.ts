import type { Permission } from '../../kernel/permission.ts';
import { capabilityOf, articleType } from '../types/index.ts';

export const changeFront: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to arrange the front page.',
  capability: 'edit_others_posts',
  test: ({ capabilities }) => capabilities.has(capabilityOf(articleType, 'edit_others')),
};
