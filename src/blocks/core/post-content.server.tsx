import { load } from '../post-content/loader.server.ts';
import type { PostContentData } from '../post-content/loader.server.ts';
import { PostText } from '../post-content/view.tsx';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './current-item.server.ts';

/** The text of a post; the page's own as our own block shows it, with parts, password and counted views. Inside of itself it shows nothing. */
export const block = defineCoreBlock({
  name: 'core/post-content',
  attributes: { tagName: word(['div', 'main', 'section', 'article']) },
  stylesOf: ['broadsheet/post-content'],
  load: async (_settings, context): Promise<PostContentData | undefined> => {
    const item = await currentItem(context);
    if (!item) return undefined;
    const data = item.post ? await load({}, context) : { html: (await context.renderDocument({ post: item.id })) ?? '', dropCap: false };
    return data && 'html' in data && data.html === '' ? undefined : data;
  },
  View: ({ settings, data }) => <PostText data={data} element={settings.tagName} {...wrapperProps('core/post-content', settings)} />,
});
