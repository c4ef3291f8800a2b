import { eventType } from '../../../modules/types/names.ts';
import type { TagWeight } from '../../../blocks/load-context.ts';
import {
  findCalendarIds,
  findEvents,
  hasCalendar,
  isUpcomingOrRecent,
} from '../../../modules/calendars/events.ts';
import { excerptOf } from '../../../modules/cards/cards.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { findPostPaths } from '../../../modules/posts/addresses.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { findVisiblePosts } from '../../../modules/posts/reader.ts';
import { nameOfSite, siteDates, siteTypography } from '../../../modules/settings/site-facts.ts';
import { postTypeNamed, taxonomyNamed } from '../../../modules/types/registry.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { calendarText } from './calendar.ts';
import type { CalendarEntry } from './calendar.ts';
import { entryId } from './feed-entries.ts';
import { findFeedSubject } from './feed-subject.ts';
import { feedHeaders } from './feed.ts';

const dayMs = 86_400_000;

/**
 * The calendar of all events, or the calendar file of one; `missing` for posts that are no events, undefined for other addresses. A
 * site without events runs no query.
 */
export async function calendarReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  if (!hasCalendar()) return undefined;
  const subject = await findFeedSubject(site, request, 'ics', eventType);
  if (!subject || 'status' in subject) return subject;
  if (subject.kind === 'post' && !isListed(subject.post)) return 'missing';
  const tags = new Map<Tag, TagWeight>();
  const now = Date.now();
  if (subject.kind === 'list') tags.set(`list:${eventType}`, 'primary');
  const ids =
    subject.kind === 'post' ? [subject.post.id] : await findCalendarIds(site.content.database.read, now);
  const entries = (await calendarEntries(site, ids, tags)).filter(
    (entry) => subject.kind === 'post' || isUpcomingOrRecent(entry, now),
  );
  const [first] = entries;
  if (!first && subject.kind === 'post') return 'missing';
  const settings = await site.content.settings.current();
  const siteName = siteTypography(settings).line(nameOfSite(settings, site.content.siteUrl));
  const type = postTypeNamed(eventType);
  const updatedAt = Math.max(0, ...entries.map((entry) => entry.updatedAt));
  const isList = subject.kind === 'list';
  return {
    status: 200,
    contentType: 'text/calendar; charset=utf-8',
    body: await calendarText(
      isList || !first ? `${type.labels.archive} – ${siteName}` : first.title,
      entries,
    ),
    headers: {
      ...feedHeaders(site.content.siteUrl, updatedAt),
      'content-disposition': `attachment; filename="${fileName(isList ? type.slug : subject.post.slug)}.ics"`,
    },
    tags,
    // Events leave the list day by day.
    ...(isList ? { expiresAt: (Math.floor(now / dayMs) + 1) * dayMs } : {}),
    store: true,
  };
}

/** A slug as a file name; slugs of other scripts are percent-encoded. */
const fileName = (slug: string): string =>
  slug
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'event';

const postsAtOnce = 50;

async function calendarEntries(
  { content }: Site,
  ids: readonly number[],
  tags: Map<Tag, TagWeight>,
): Promise<CalendarEntry[]> {
  const settings = await content.settings.current();
  const typography = siteTypography(settings);
  const { read } = content.database;
  for (const id of ids) tags.set(`post:${id}`, 'primary');
  const listed: Post[] = [];
  // A few at a time: long texts are read along with the posts.
  for (let start = 0; start < ids.length; start += postsAtOnce) {
    const some = ids.slice(start, start + postsAtOnce);
    const found = await findVisiblePosts(read, some);
    for (const id of some) {
      const post = found.get(id);
      if (post && isListed(post)) listed.push({ ...post, content: '' });
    }
  }
  const listedIds = listed.map(({ id }) => id);
  const [events, paths, terms] = await Promise.all([
    findEvents(read, listedIds, siteDates(settings).zone),
    findPostPaths(read, listed, settings.permalink_structure),
    content.terms.withAncestors(listed.flatMap(({ termIds }) => termIds)),
  ]);
  if (listed.some(({ holdsPatterns }) => holdsPatterns)) tags.set('excerpts', 'secondary');
  for (const id of terms.keys()) tags.set(`term:${id}`, 'secondary');
  return listed.flatMap((post) => {
    const event = events.get(post.id);
    if (!event) return [];
    const link = event.link.startsWith('/') ? content.siteUrl + event.link : event.link;
    const excerpt = typography.text(excerptOf(post));
    return [
      {
        ...event,
        uid: entryId(content.siteUrl, post),
        url: content.siteUrl + (paths.get(post.id) ?? `/?p=${post.id}`),
        title: typography.line(post.title),
        description: [excerpt, /^https?:\/\//i.test(link) ? link : ''].filter(Boolean).join('\n\n'),
        categories: post.termIds.flatMap((id) => {
          const term = terms.get(id);
          return term && taxonomyNamed(term.taxonomy).isTopic ? [htmlToText(term.name)] : [];
        }),
        publishedAt: post.publishedAt,
        updatedAt: Math.max(post.modifiedAt, post.publishedAt),
        revision: post.revision,
      },
    ];
  });
}
