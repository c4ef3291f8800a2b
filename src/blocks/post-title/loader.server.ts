import type { CategoryLink } from '../../modules/posts/model.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { lineProfile } from '../../lib/clean-html/profiles.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { currentPost } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';

export interface PostTitleData {
  /** Plain text; may be empty. */
  readonly title: string;
  /** The title as clean HTML; undefined without formatting. */
  readonly titleHtml?: string | undefined;
  readonly isProtected: boolean;
  readonly publishedAt: number;
  readonly category: CategoryLink | undefined;
  /** The subtitle, else the manual excerpt, as plain text; may be empty. */
  readonly standfirst: string;
}

export async function load(_settings: Settings, context: LoadContext): Promise<PostTitleData | undefined> {
  const current = await currentPost(context);
  if (!current) return undefined;
  const { post, category } = current;
  const locked = post.isProtected && !context.viewer.unlocked.has(post.id);
  // An attachment's excerpt is its caption, which appears below its picture.
  const excerpt = postTypeNamed(post.type).supports.has('excerpt') ? post.excerpt : '';
  const typography = siteTypography(await context.content.settings.current());
  return {
    title: typography.line(post.title),
    titleHtml: formattedTitle(post.title, typography),
    isProtected: post.isProtected,
    publishedAt: post.publishedAt,
    category,
    standfirst: locked ? '' : typography.line(post.details.subtitle) || typography.line(excerpt),
  };
}

function formattedTitle(title: string, typography: Typography): string | undefined {
  if (!title.includes('<')) return undefined;
  const html = cleanHtml(title, lineProfile);
  return html.includes('<') && htmlToText(html) !== '' ? typography.html(html) : undefined;
}
