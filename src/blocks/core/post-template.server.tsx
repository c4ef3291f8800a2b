import { gridOf, layoutClasses, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { itemsOf } from './current-item.server.ts';
import { postClasses } from './post-classes.ts';
import { queriedPosts } from './queried-posts.server.ts';

/** Lists the posts of the list around it: what stands inside of it is about each in turn. */
export const block = defineCoreBlock({
  name: 'core/post-template',
  showsPosts: true,
  attributes: {},
  container: 'loader',
  load: async (_settings, context) => {
    const ids = await queriedPosts(context);
    context.noteShown(ids);
    const items = await itemsOf(context, ids);
    if (items.length === 0) return undefined;
    const { kind, pageNumber } = context.page;
    const terms = await context.content.terms.withAncestors(items.flatMap(({ termIds }) => termIds));
    for (const id of new Set(items.flatMap(({ termIds }) => termIds))) context.tag(`term:${id}`, 'secondary');
    const isFirstFront = kind === 'home' && pageNumber === 1;
    return {
      columns: context.inherited.query?.columns,
      posts: await Promise.all(
        items.map(async (item) => ({
          id: item.id,
          className: postClasses(item, terms, isFirstFront && item.sticky),
          html: (await context.renderInner({ postId: item.id }, String(item.id))) ?? '',
        })),
      ),
    };
  },
  View: ({ settings, data: { columns, posts } }) => {
    const isGrid = settings.layout.type === 'grid';
    const { count, least, template } = isGrid ? gridOf(settings.layout) : {};
    const props = wrapperProps(
      'core/post-template',
      settings,
      columns !== undefined && `is-flex-container columns-${columns}`,
      count !== undefined && `columns-${count}`,
      count !== undefined && least !== undefined && 'has-native-responsive-grid',
      ...(isGrid ? [] : layoutClasses('core/post-template', settings.layout, { type: 'default' })),
    );
    const style = isGrid ? { ...props.style, gridTemplateColumns: template } : props.style;
    return (
      <ul {...props} {...(style && { style })}>
        {posts.map(({ id, className, html }) => (
          <li key={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </ul>
    );
  },
});
