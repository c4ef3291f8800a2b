import { z } from 'zod';
import { int32, whole } from '../../lib/whole-schema.ts';
import { sentMeta } from '../meta.ts';
import {
  sentAddress,
  sentId,
  sentIdOrNone,
  sentLine,
  sentMarkup,
  sentPostSlug,
  sentText,
} from '../input-kinds.ts';
import { sentCustomFields } from './custom-fields.ts';
import { postFormats } from './post.ts';

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
