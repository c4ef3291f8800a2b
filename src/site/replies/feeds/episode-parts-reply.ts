import { episodeType } from '../../../modules/types/names.ts';
import { findReadyEpisodes, hasReadyEpisodes } from '../../../modules/podcasts/ready-episodes.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import { siteTypography } from '../../../modules/settings/site-facts.ts';
import { cleanWhereNeeded } from '../../../lib/clean-html/clean-html.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { feedHtmlOf } from './feed-entries.ts';
import { findFeedSubject } from './feed-subject.ts';
import { feedHeaders } from './feed.ts';
import { isWebAddress } from './ready-enclosures.ts';

/**
 * The chapters (https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md)
 * or the transcript of an episode; `missing` if it lacks them, undefined for other addresses. A site without episodes runs
 * no query.
 */
export async function episodePartsReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  if (!hasReadyEpisodes()) return undefined;
  for (const name of ['chapters', 'transcript'] as const) {
    const subject = await findFeedSubject(site, request, name, episodeType);
    if (!subject) continue;
    if ('status' in subject) return subject;
    return subject.kind === 'post' && isListed(subject.post)
      ? partReply(site, subject.post, subject.path, name)
      : 'missing';
  }
  return undefined;
}

async function partReply(
  { content }: Site,
  post: { readonly id: number; readonly title: string; readonly modifiedAt: number },
  path: string,
  name: 'chapters' | 'transcript',
): Promise<RenderedReply | 'missing'> {
  const episode = (await findReadyEpisodes(content.database.read, [post.id])).get(post.id);
  const settings = await content.settings.current();
  const title = siteTypography(settings).line(post.title);
  const reply = (contentType: string, body: string): RenderedReply => ({
    status: 200,
    contentType,
    body,
    headers: {
      ...feedHeaders(content.siteUrl, post.modifiedAt),
      'content-security-policy': `default-src 'none'; sandbox`,
      'access-control-allow-origin': '*', // players run on other sites
    },
    tags: new Map([[`post:${post.id}`, 'primary']]),
    store: true,
  });
  if (name === 'chapters') {
    if (!episode || episode.chapters.length === 0) return 'missing';
    const chapters = episode.chapters.map(({ start, title: chapter, link }) => {
      const url = link.startsWith('/') ? content.siteUrl + link : link;
      return { startTime: start, title: chapter, ...(isWebAddress(url) ? { url } : {}) };
    });
    return reply('application/json+chapters', JSON.stringify({ version: '1.2.0', title, chapters }));
  }
  if (!episode || episode.transcript === '') return 'missing';
  const [html = ''] = cleanWhereNeeded([episode.transcript]);
  const body = await feedHtmlOf(content.textWorkers, html, content.siteUrl + path);
  return reply(
    'text/html; charset=utf-8',
    `<!doctype html><html lang="${escapeHtml(settings.site_language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`,
  );
}
