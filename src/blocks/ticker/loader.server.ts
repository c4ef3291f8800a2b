import { maxLeadPins } from '../../modules/front/model.ts';
import type { PostCard } from '../../modules/posts/model.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { leadCandidates, newestPosts } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface TickerData {
  readonly label: string;
  /** `autostart` or `manual`. */
  readonly start: string;
  readonly cards: readonly PostCard[];
}

export async function load(settings: Settings, context: LoadContext): Promise<TickerData | undefined> {
  const [site, newest, lead] = await Promise.all([
    context.content.settings.current(),
    newestPosts(context),
    settings.without_lead ? leadCandidates(context) : [],
  ]);
  const left = new Set(lead.slice(0, maxLeadPins).map(({ id }) => id));
  const ids = newest
    .map(({ id }) => id)
    .filter((id) => !left.has(id))
    .slice(0, settings.limit);
  const cards = await context.cards(ids);
  if (cards.length === 0) return undefined;
  return {
    label: settings.custom_title || readerText(site, 'trending_now'),
    start: settings.start || site.ticker_start,
    cards,
  };
}
