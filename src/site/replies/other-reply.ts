import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { adFrameReply } from './ads/ad-frame.ts';
import { embedReply } from './embed/embed-reply.ts';
import { feedReply } from './feeds/feed-reply.ts';
import { podcastReply } from './feeds/podcast-reply.ts';
import { relatedReply } from './related/related-reply.tsx';
import { scriptFrameReply } from './script-frames/script-frame.ts';
import { siteFile } from './site-files/site-file.ts';
import { sitemapOf } from './sitemaps/sitemap-reply.ts';

/** Answers in turn; the first that knows the address counts. */
const replies: readonly ((
  site: Site,
  request: PageAddress,
) => Promise<RenderedReply | 'missing' | undefined>)[] = [
  siteFile,
  adFrameReply,
  scriptFrameReply,
  sitemapOf,
  podcastReply,
  feedReply,
  embedReply,
  relatedReply,
];

/**
 * What is read by machines rather than people: feeds, sitemaps, files in the root, frames of ads and scripts, embeds, related posts. `missing`: the address is
 * of that kind and nothing is there; undefined: it is a page's.
 */
export async function otherReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  for (const reply of replies) {
    const found = await reply(site, request);
    if (found) return found;
  }
  return undefined;
}
