import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { LoadContext } from '../load-context.ts';
import { pageFeed } from '../page-feed.server.ts';
import type { PageFeed } from '../page-feed.server.ts';
import type { Settings } from './block.ts';

export interface FeedLinkData {
  /** Absolute, so that it also works in previews and in apps that it is copied to. */
  readonly url: string;
  readonly text: string;
  readonly kind: PageFeed['kind'];
}

const texts: Readonly<Record<PageFeed['kind'], ReaderText>> = {
  event: 'calendar_add',
  calendar: 'calendar_subscribe',
  podcast: 'podcast_subscribe',
};

export async function load(
  { text }: Settings,
  { content, page }: LoadContext,
): Promise<FeedLinkData | undefined> {
  const site = await content.settings.current();
  const feed = pageFeed(page, site.permalink_structure);
  return (
    feed && {
      url: content.siteUrl + feed.path,
      text: text.trim() || readerText(site, texts[feed.kind]),
      kind: feed.kind,
    }
  );
}
