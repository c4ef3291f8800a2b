import type { PageInfo } from '../../src/blocks/load-context.ts';
import { findPost } from '../../src/modules/posts/reader.ts';
import { renderDocument } from '../../src/site/pages/render-document.ts';
import { homePage } from './load-context.ts';
import type { PageSite } from './page-site.ts';

/** The HTML of block markup on a page (default: the front page), without the classes removed by `withoutNames`; '' for nothing. */
export async function showMarkup(site: PageSite, markup: string, page: PageInfo = homePage): Promise<string> {
  return withoutNames(
    (await renderDocument(
      site.documents.template(markup, 'template:core-blocks'),
      'core-blocks',
      await site.begin(page),
    )) ?? '',
  );
}

/** Removes the classes of every paragraph, heading and list (`shown-classes.test.ts`), for tests of other aspects. */
export function withoutNames(html: string): string {
  return html.replaceAll(
    / class="wp-block-(?:paragraph|heading|list)"| wp-block-(?:paragraph|heading|list)(?=[" ])/g,
    '',
  );
}

export async function pageOf(site: PageSite, id: number): Promise<PageInfo> {
  const post = await findPost(site.content.database.read, id);
  if (!post) throw new Error(`There is no post ${id}.`);
  return { kind: 'single', path: `/${post.slug}/`, pageNumber: 1, title: post.title, post };
}
