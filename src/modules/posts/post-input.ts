import { postFormats } from '../../lib/post-formats.ts';
import { z } from 'zod';
import { int32, whole } from '../../lib/schemas.ts';
import { sentMeta } from '../types/index.ts';
import {
  sentAddress,
  sentId,
  sentIdOrNone,
  sentLine,
  sentMarkup,
  sentPostSlug,
  sentText,
} from '../../kernel/input-kinds.ts';
import { sentCustomFields } from './meta.ts';
import { detailsMeta } from './model.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { lineProfile } from '../../lib/clean-html/profiles.ts';
import { defined } from '../../lib/records.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { PostStatus, CleanedAhead } from './model.ts';
import type { PostInput } from './writer.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';
import { nestingFault } from '../../lib/clean-html/parse.ts';

/** 1 January 1000 and 31 December 9999, the limits of common date formats. Newspaper archives reach back before 1970. */
export const firstMoment = Date.UTC(1000, 0);
export const lastMoment = 253_402_300_799_999;

const details = z
  .strictObject({
    /** Inline HTML. */
    subtitle: sentText(1000),
    featuredVideo: sentAddress,
    fullScreenHeader: z.boolean(),
    smartList: z
      .strictObject({
        heading: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']),
        order: z.enum(['asc', 'desc']),
        layout: z.enum(['list', 'slides']),
      })
      .nullable(),
    primaryCategoryId: sentIdOrNone,
    relatedFirst: z.array(sentId).max(12),
    relatedExclude: z.array(sentId).max(100),
    pushOff: z.boolean(),
    seoTitle: sentLine(500),
    seoDescription: sentLine(2000),
    canonicalUrl: sentAddress,
    noindex: z.boolean(),
    socialTitle: sentLine(500),
    socialDescription: sentLine(2000),
    socialImage: sentAddress,
  })
  .partial();

/** For posts of any type but attachment; only a new post's title is required. */
export const postFields = z
  .strictObject({
    /** `publish` with a future date becomes `future`, and vice versa. Trashing has its own commands. */
    status: z.enum(['publish', 'future', 'draft', 'pending', 'private']),
    /** Inline HTML. */
    title: sentText(2000),
    slug: sentPostSlug,
    /** Block markup or classic content. */
    content: sentText(5_000_000),
    /** HTML; when empty, it is cut from the content on display. */
    excerpt: sentMarkup(20_000),
    /** The byline, in order. */
    authorIds: z.array(sentId).min(1).max(50),
    parentId: sentIdOrNone,
    menuOrder: int32,
    /** Milliseconds; 0: no date yet. */
    publishedAt: whole(firstMoment, lastMoment),
    sticky: z.boolean(),
    format: z.enum(postFormats),
    commentStatus: z.enum(['open', 'closed']),
    pingStatus: z.enum(['open', 'closed']),
    featuredMediaId: sentIdOrNone,
    password: sentText(255),
    /** Terms of all taxonomies, in order; replaces the assigned ones. */
    termIds: z.array(sentId).max(500),
    details,
    /** The post's own template, named as in `own-template.ts`; '' for the default. */
    template: sentText(500),
    customFields: sentCustomFields,
    /** Values of the keys that the type declares; an empty list removes a key. */
    meta: sentMeta,
  })
  .partial();

export type PostFields = z.output<typeof postFields>;

/** Fields that are not passed to the post writer unchanged. */
export type OwnPlace = 'meta' | 'template' | 'customFields';

/** Sent fields for the writer, cleaned for the actor's capabilities. `stored` is the content that they replace. */
export function toChanges(
  actor: Actor,
  { details: sentDetails, ...sent }: Omit<PostFields, OwnPlace>,
  stored: string,
  ahead?: CleanedAhead,
): Partial<PostInput> {
  const filters = !mayWriteAnyHtml(actor);
  const line = (text: string) => (filters ? (cleanWhereNeeded([text], lineProfile)[0] ?? '') : text);
  const { smartList, subtitle, ...others } = sentDetails ?? {};
  return {
    ...defined(sent),
    ...(sent.title === undefined ? {} : { title: line(sent.title) }),
    ...(sent.content === undefined ? {} : { content: writtenContent(sent.content, stored, filters, ahead) }),
    ...(sent.excerpt === undefined || !filters ? {} : { excerpt: cleanWhereNeeded([sent.excerpt])[0] ?? '' }),
    ...(sentDetails && {
      meta: detailsMeta({
        ...defined(others),
        ...(subtitle === undefined ? {} : { subtitle: line(subtitle) }),
        ...(smartList === undefined ? {} : { smartList: smartList ?? undefined }),
      }),
    }),
  };
}

/** A post with a future date is scheduled; a scheduled post is published once its date is past. */
export function statusAt<Status extends PostStatus>(
  status: Status,
  publishedAt: number,
  now: number,
): Status | 'future' | 'publish' {
  if (status === 'publish' && publishedAt > now) return 'future';
  return status === 'future' && publishedAt <= now ? 'publish' : status;
}

/**
 * Content cleaned for its author; `filters` is true without `unfiltered_html`. Blocks that already occur in `stored`
 * ('' for new content) stay unchanged. Throws `InvalidInputError` if nesting is too deep.
 */
export function writtenContent(
  content: string,
  stored: string,
  filters: boolean,
  ahead?: CleanedAhead,
): string {
  const isAhead = ahead?.sent === content && ahead.stored === stored && ahead.filters === filters;
  const fault = isAhead ? ahead.fault : nestingFault(content);
  if (fault !== undefined)
    throw new InvalidInputError(`The field "content" can't be saved: ${fault}`, 'rest_invalid_param', {
      content: fault,
    });
  if (isAhead) return ahead.cleaned ?? content;
  return filters ? cleanContent(content, stored) : content;
}

/** Cleans content from other sources than users; too deep nesting loses its tags. */
export function cleanContent(content: string, stored: string): string {
  return cleanMarkup(content, stored, cleanWhereNeeded);
}
