import { findPostPaths } from '../../modules/posts/addresses.ts';
import { findChildren } from '../../modules/posts/reader.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { languageOf } from '../../lib/language.ts';
import type { LoadContext } from '../load-context.ts';

export interface ChildPage {
  readonly id: number;
  /** Plain text; may be empty. */
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
}

export async function load(
  _settings: unknown,
  context: LoadContext,
): Promise<readonly ChildPage[] | undefined> {
  const {
    content: {
      database: { read },
      settings,
    },
    page: { post },
  } = context;
  if (!post) return undefined;
  context.tag(`list:${post.type}`, 'secondary');
  const site = await settings.current();
  const children = await findChildren(read, post.id, post.type, languageOf(site.site_language).compare);
  if (children.length === 0) return undefined;
  for (const { id } of children) context.tag(`post:${id}`);
  const typography = siteTypography(site);
  const paths = await findPostPaths(read, children, site.permalink_structure);
  return children.map(({ id, title, excerpt }) => ({
    id,
    title: typography.line(title),
    url: paths.get(id) ?? '',
    excerpt: typography.line(excerpt),
  }));
}
