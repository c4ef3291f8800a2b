import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text, wording } from '../setting-types.ts';

const settings = z.object({
  label: text({
    default: wording('account_log_in'),
    max: 40,
    group: 'Content',
    title: 'Label',
    help: 'Shown to visitors who are not logged in. Logged-in users see their name instead.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/account-link',
  title: 'Login link',
  description:
    'Opens the login form, or links to the profile of a logged-in user. Shows nothing if the site’s settings hide it.',
  category: 'header',
  keywords: ['login', 'account', 'members', 'register'],
  icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 10c4 0 8 2 8 5v1H4v-1c0-3 4-5 8-5Z',
  settings,
  version: 1,
  example: {},
});
