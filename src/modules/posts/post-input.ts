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

/** 1 January 1000 and 31 December 9999: what dates are written with everywhere. Archives of newspapers are older than 1970. */
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

/** What people may say of a post of any type but attachments; all but a new post's title may be left out. */
export const postFields = z
  .strictObject({
    /** `publish` with a date ahead becomes `future`, and the other way round. The trash has commands of its own. */
    status: z.enum(['publish', 'future', 'draft', 'pending', 'private']),
    /** Inline HTML. */
    title: sentText(2000),
    slug: sentPostSlug,
    /** Block markup or classic content. */
    content: sentText(5_000_000),
    /** HTML; empty: cut from the content where it is shown. */
    excerpt: sentMarkup(20_000),
    /** Everybody of the byline, in order. */
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
    /** Empty: none is asked for. */
    password: sentText(255),
    /** Terms of every taxonomy, in order; they replace those that it has. */
    termIds: z.array(sentId).max(500),
    details,
    /** The template of its own, as `own-template.ts` names it; empty: none. */
    template: sentText(500),
    /** Replaces all that it has. */
    customFields: sentCustomFields,
    /** Values of the keys that the type declares; an empty list removes a key. */
    meta: sentMeta,
  })
  .partial();

/** What somebody sent of a post, read. */
export type PostFields = z.output<typeof postFields>;

/** Fields that are not passed to the writer of posts as they are. */
export type OwnPlace = 'meta' | 'template' | 'customFields';

/** Sent fields as the writer takes them, cleaned for the actor's capabilities. `stored`: the content that they replace. */
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
 * A text as somebody may write it; `filters`: without `unfiltered_html`. Blocks that are in `stored`, the text that it replaces ('' for none), are left alone,
 * by any author. Throws `InvalidInputError` for one that nests too deep.
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

/** The same of what nobody sent: nesting that is too deep loses its tags. */
export function cleanContent(content: string, stored: string): string {
  return cleanMarkup(content, stored, cleanWhereNeeded);
}
