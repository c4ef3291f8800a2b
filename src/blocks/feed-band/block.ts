import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text, textarea, toggle, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: text({
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Leave empty for “Follow” and the site title.',
  }),
  custom_text: textarea({
    default: wording('feed_text'),
    max: 500,
    group: 'Content',
    title: 'Text',
    help: 'Shown next to the title. Leave empty for none.',
  }),
  show_sections: toggle({
    default: true,
    group: 'Content',
    title: 'Category feeds',
    help: 'Also links to the feeds of the largest categories.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/feed-band',
  title: 'RSS links',
  description: 'Links to the site’s RSS feed and to the feeds of its largest categories.',
  category: 'marketing',
  keywords: ['rss', 'subscribe', 'follow'],
  icon: 'M5 4a15 15 0 0 1 15 15h-3A12 12 0 0 0 5 7V4Zm0 6a9 9 0 0 1 9 9h-3a6 6 0 0 0-6-6v-3Zm2 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  settings,
  version: 1,
  example: {},
});
