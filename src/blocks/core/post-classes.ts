import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import type { Term } from '../../modules/terms/term.ts';
import { classes } from '../../ui/class-names.ts';
import type { Item } from './current-item.server.ts';

/** The classes by which themes of WordPress know a post in a list. `isSticky`: it stands where sticky posts show that they are. */
export function postClasses(
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

/** A slug without what no class may hold; the id where that leaves nothing, or a number. */
function slugClass({ id, slug }: Term): string {
  const safe = slug.replace(/%[0-9a-f]{2}|[^\w-]/gi, '');
  return safe === '' || /^\d+$/.test(safe) || /^-+$/.test(safe) ? String(id) : safe;
}
