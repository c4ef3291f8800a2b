import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text } from '../setting-types.ts';

const settings = z.object({
  text: text({
    max: 100,
    group: 'Content',
    title: 'Text',
    help: 'Leave empty for “Add to calendar” or “Subscribe”, as it fits the page.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/feed-link',
  title: 'Calendar or podcast link',
  description:
    'Link to the calendar file of an event, to the calendar of all events, or to the podcast feed. Shows nothing on other pages.',
  category: 'single',
  keywords: ['calendar', 'ics', 'podcast', 'subscribe', 'feed'],
  icon: 'M7 3h1.5v2h7V3H17v2h3v15H4V5h3V3Zm-1.5 6.5v9h13v-9h-13ZM8 12h3v3H8v-3Z',
  settings,
  version: 1,
  example: { attributes: { text: 'Add to calendar' } },
});
