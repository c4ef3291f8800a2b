import { readerText } from '../../modules/settings/definitions/translations.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import { load } from '../post-content/loader.server.ts';
import type { PostContentData } from '../post-content/loader.server.ts';
import { PostText } from '../post-content/view.tsx';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';
import type { Item } from './block-context.server.ts';

/**
 * A post's text: the page's own with parts, password and view count like our own block; another post's up to its `more`
 * tag. Empty when nested in itself.
 */
export const block = defineCoreBlock({
  name: 'core/post-content',
  showsPosts: true,
  attributes: { tagName: word(['div', 'main', 'section', 'article']) },
  stylesOf: ['broadsheet/post-content'],
  load: async (_settings, context): Promise<PostContentData | undefined> => {
    const item = await currentItem(context);
    if (!item) return undefined;
    const data = item.post ? await load({}, context) : await loadOther(item, context);
    return data && 'html' in data && data.html === undefined ? undefined : data;
  },
  View: ({ settings, data }) => (
    <PostText data={data} element={settings.tagName} {...wrapperProps('core/post-content', settings)} />
  ),
});

async function loadOther({ id, url, title }: Item, context: LoadContext): Promise<PostContentData> {
  const site = await context.content.settings.current();
  const typography = siteTypography(site);
  const moreLink = (own: string) =>
    ` <a href="${escapeHtml(`${url}#more-${id}`)}" class="more-link">${
      own === ''
        ? `${escapeHtml(readerText(site, 'read_more'))}<span class="screen-reader-text visually-hidden">: ${escapeHtml(title)}</span>`
        : escapeHtml(typography.text(own))
    }</a>`;
  return { html: await context.renderDocument({ post: id, moreLink }), dropCap: false };
}
