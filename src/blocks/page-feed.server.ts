import { hasCalendar } from '../modules/calendars/events.ts';
import { hasReadyEpisodes } from '../modules/podcasts/ready-episodes.ts';
import { isListed } from '../modules/posts/policy.ts';
import { episodeType, eventType } from '../modules/types/names.ts';
import { feedAddress, listAddress } from '../modules/types/permalinks.ts';
import type { PermalinkStructure } from '../modules/types/permalinks.ts';
import type { PageInfo } from './load-context.ts';

export interface PageFeed {
  readonly kind: 'event' | 'calendar' | 'podcast';
  /** Root-relative. */
  readonly path: string;
}

/** The calendar file of an event, the calendar of all events, or the podcast feed of the episodes. Runs no query. */
export function pageFeed(
  {
    post,
    path,
    postType,
    term,
    several,
    search,
  }: Pick<PageInfo, 'post' | 'path' | 'postType' | 'term' | 'several' | 'search'>,
  structure: PermalinkStructure,
): PageFeed | undefined {
  const isList = [post, term, several, search].every((subject) => subject === undefined);
  const type = isList ? postType : post && isListed(post) ? post.type : undefined;
  if (type === eventType && hasCalendar())
    return { kind: isList ? 'calendar' : 'event', path: feedAddress(structure, path, 'ics') };
  return type === episodeType && hasReadyEpisodes()
    ? { kind: 'podcast', path: feedAddress(structure, listAddress(episodeType), 'podcast') }
    : undefined;
}
