import { gridOf, layoutClasses, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { itemsOf } from './block-context.server.ts';
import { queriedPosts } from './queried-posts.server.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import type { Term } from '../../modules/terms/model.ts';
import { classes } from '../../ui/class-names.ts';
import type { Item } from './block-context.server.ts';

/** Renders its inner blocks for each post of the outer list. */
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

/** Post classes that WordPress themes rely on. `isSticky`: in a list that marks sticky posts. */
function postClasses(
  { id, type, format, termIds, picture, post }: Item,
  terms: ReadonlyMap<number, Term>,
  isSticky: boolean,
): string {
  const { supports } = postTypeNamed(type);
  const own = termIds.map((termId) => terms.get(termId)).filter((term) => term !== undefined);
  return classes(
    'wp-block-post',
    `post-${id}`,
    type,
    `type-${type}`,
    `status-${post?.status ?? 'publish'}`,
    supports.has('post-formats') && `format-${format}`,
    post?.isProtected && 'post-password-required',
    picture !== undefined && 'has-post-thumbnail',
    isSticky && 'sticky',
    'hentry',
    ...own
      .toSorted((a, b) => (a.taxonomy < b.taxonomy ? -1 : a.taxonomy > b.taxonomy ? 1 : 0))
      .filter(({ taxonomy }) => taxonomyNamed(taxonomy).isPublic)
      .map((term) => `${taxonomyNamed(term.taxonomy).wireName}-${slugClass(term)}`),
  );
}

/** The slug as a valid class; the id if nothing or only a number remains. */
function slugClass({ id, slug }: Term): string {
  const safe = slug.replace(/%[0-9a-f]{2}|[^\w-]/gi, '');
  return safe === '' || /^\d+$/.test(safe) || /^-+$/.test(safe) ? String(id) : safe;
}
