import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { number, text, toggle, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: text({
    default: wording('video_band'),
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the band. Leave empty for none.',
  }),
  limit: number({
    default: 4,
    min: 1,
    max: 5,
    group: 'Filter',
    title: 'Number of posts',
    help: 'Including the large one.',
  }),
  popup: toggle({
    default: false,
    group: 'Content',
    title: 'Play in an overlay',
    help: 'A click on an image plays the post’s featured video, if it is on YouTube, Vimeo or Dailymotion.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/video-band',
  title: 'Video band',
  description:
    'The newest video posts on a dark background: one large, the others next to it. Excludes posts shown by blocks above.',
  category: 'listing',
  keywords: ['videos', 'film', 'player'],
  icon: 'M3 5h18v14H3V5Zm7 4v6l5-3-5-3Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: [...cardStyles('lead', 'list', 'grid'), 'card-plate'],
  example: {},
});
