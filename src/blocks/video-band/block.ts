import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag, wholeNumber, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: wording('video_band', 200),
  limit: wholeNumber(4, 1, 5),
  /** A click on a picture plays the post's featured video in front of the page, where it is on YouTube, Vimeo or Dailymotion. */
  popup: flag(false),
});
export type Settings = z.output<typeof settings>;

/** The newest video posts on dark: one large, the others beside it; posts that blocks above show are left out. */
export const block = defineBlock({
  name: 'broadsheet/video-band',
  title: 'Video band',
  category: 'listing',
  icon: 'M3 5h18v14H3V5Zm7 4v6l5-3-5-3Z',
  settings,
  version: 1,
});
