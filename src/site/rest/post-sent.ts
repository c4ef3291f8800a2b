import { writtenMeta } from '../../modules/posts/check-post.ts';
import { footnotesKey } from '../../modules/posts/footnotes.ts';
import type { Post } from '../../modules/posts/post.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import type { PostType } from '../../modules/types/post-type.ts';
import { taxonomiesOf } from '../../modules/types/registry.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defined } from '../../lib/defined.ts';
import { zoneOffset } from '../../lib/site-time.ts';
import { metaInput } from '../../modules/types/rest/meta-field.ts';
import { momentOf } from '../../kernel/http/rest/reading.ts';
import { seoSent } from './seo-meta.ts';
import type { SentPost } from './post-arguments.ts';
import { detailsSent } from './post-details-field.ts';
import { dateOf, undatedStatuses } from './post-resource.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

/**
 * What was sent of a post, as the commands call it; `stored`: the post that it changes. Ids that are no terms of their taxonomy are ignored, as in WordPress.
 */
export async function postInput(
  tx: Tx,
  request: RestRequest,
  type: PostType,
  sent: SentPost,
  stored: Post | undefined,
) {
  const termIds = await termsOf(tx, type, sent, stored);
  const given = detailsSent(sent.broadsheet);
  const seo = await seoSent(tx.db, request, type, sent, {
    stored,
    termIds: termIds ?? stored?.termIds ?? [],
  });
  return defined({
    status: sent.status,
    title: sent.title,
    slug: sent.slug === stored?.slug ? undefined : sent.slug,
    content: sent.content,
    excerpt: sent.excerpt,
    password: sent.password,
    format: sent.format,
    sticky: sent.sticky,
    commentStatus: sent.comment_status,
    pingStatus: sent.ping_status,
    template: sent.template,
    featuredMediaId: sent.featured_media,
    parentId: sent.parent,
    menuOrder: sent.menu_order,
    authorIds: bylineOf(sent.author, stored),
    publishedAt: publishedAtOf(request, sent, stored),
    meta: postMetaInput(type.name, sent.meta),
    termIds,
    ...given,
    details: seo || given.details ? { ...seo, ...given.details } : undefined,
  });
}

/** Sent meta as commands take it; footnotes of '' are none. */
export function postMetaInput(type: string, meta: SentPost['meta']) {
  return metaInput(writtenMeta(type), meta, (key, value) => key === footnotesKey && value === '');
}

/** Clients name one author, the first of the byline; others who wrote it stay. */
function bylineOf(author: number | undefined, stored: Post | undefined): number[] | undefined {
  if (author === undefined || author === stored?.authorId) return undefined;
  return [author, ...(stored?.authorIds ?? []).slice(1).filter((id) => id !== author)];
}

/** The moment that was sent, in the site's time or in UTC; undefined: it stays, as where a client sends the date back that it was shown. */
export function publishedAtOf(
  request: RestRequest,
  {
    date,
    date_gmt: utc,
    status,
  }: Pick<SentPost, 'date' | 'date_gmt'> & { readonly status?: string | undefined },
  stored: Post | undefined,
): number | undefined {
  const sent = date === undefined ? utc : date;
  if (sent === undefined) return undefined;
  // Taken away it is none, or where a post without one can't be, this moment.
  if (sent === null) return undatedStatuses.has(status ?? stored?.status ?? 'draft') ? 0 : Date.now();
  const isLocal = sent === date && sent.isLocal;
  const shown = stored && dateOf(stored);
  // By what was shown: clocks that are put back show an hour twice, and what they show then is the later moment of two.
  const shownAs =
    shown !== undefined && isLocal ? shown + zoneOffset(shown, request.settings.timezone_string) : shown;
  if (shownAs !== undefined && Math.floor(shownAs / 1000) === Math.floor(sent.milliseconds / 1000))
    return undefined;
  return isLocal ? momentOf(request, sent) : sent.milliseconds;
}

/** The terms that the post has then: those sent of each taxonomy, without unknown ids, and of the others those that it had. */
async function termsOf(
  tx: Tx,
  type: PostType,
  sent: SentPost,
  stored: Post | undefined,
): Promise<number[] | undefined> {
  const wished = sentTerms(type, sent);
  if (wished.length === 0) return undefined;
  const had = stored?.termIds ?? [];
  const known = await findTerms(tx.db, [...had, ...wished.flatMap(({ ids }) => ids)]);
  const replaced = new Set(wished.map(({ name }) => name));
  const given = wished.flatMap(({ name, ids }) => ids.filter((id) => known.get(id)?.taxonomy === name));
  return [...had.filter((id) => !replaced.has(known.get(id)?.taxonomy ?? '')), ...given];
}

/** Ids that were sent, by taxonomy. */
function sentTerms(
  type: PostType,
  sent: SentPost,
): { readonly name: string; readonly ids: readonly number[] }[] {
  const values = new Map<string, unknown>(Object.entries(sent));
  return taxonomiesOf(type.name).flatMap(({ name, restBase }) => {
    const ids: unknown = restBase === undefined ? undefined : values.get(restBase);
    return Array.isArray(ids) ? [{ name, ids: ids.filter((id) => typeof id === 'number') }] : [];
  });
}
