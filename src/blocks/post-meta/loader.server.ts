import type { AuthorLink } from '../../modules/posts/model.ts';
import { readerCount, readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { fillIn } from '../../lib/messages.ts';
import { languageOf } from '../../lib/language.ts';
import { portraitOf } from '../authors.server.ts';
import { currentPost } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

/** Milliseconds after publishing in which changes don't count as updates. */
const grace = 24 * 60 * 60_000;

export interface BylineAuthor extends AuthorLink {
  readonly portrait?: string | undefined;
}

export interface PostMetaData {
  readonly authors: readonly BylineAuthor[];
  readonly by: string;
  readonly publishedAt: number;
  /** Undefined without a later change. */
  readonly modifiedAt: number | undefined;
  /** `3 min read`. */
  readonly readingTime: string;
  /** `3 comments`; empty if there are no comments. */
  readonly comments: string;
  readonly updated: string;
}

export async function load(_settings: Settings, context: LoadContext): Promise<PostMetaData | undefined> {
  const [current, site] = await Promise.all([currentPost(context), context.content.settings.current()]);
  if (!current) return undefined;
  const { post, authors, readingMinutes } = current;
  return {
    authors: await Promise.all(
      authors.map(async (author) => ({ ...author, portrait: await portraitOf(context, author.id) })),
    ),
    by: readerText(site, 'by'),
    publishedAt: post.publishedAt,
    modifiedAt: post.modifiedAt - post.publishedAt > grace ? post.modifiedAt : undefined,
    readingTime: minutesToRead(site, readingMinutes),
    comments:
      post.isProtected || post.commentCount === 0
        ? ''
        : readerCount(site, 'comment_count', post.commentCount),
    updated: readerText(site, 'updated'),
  };
}

/** `3 min read`; in other languages without a translation of that, `3 Min.`. */
function minutesToRead(site: SiteSettings, minutes: number): string {
  const language = languageOf(site.site_language);
  return site.translation_minutes_to_read === '' && !language.isEnglish
    ? language.minutes(minutes, minutes, 'short')
    : fillIn(readerText(site, 'minutes_to_read'), language.number(minutes));
}
