import { listPages } from '../../modules/posts/navigation.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { siteTypography, frontPageOf } from '../../modules/settings/site-facts.ts';
import { pageType } from '../../modules/types/names.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/language.ts';
import { fillIn } from '../../lib/messages.ts';
import { languageOf } from '../../lib/language.ts';
import type { BlockNavigation, LoadContext } from '../load-context.ts';
import { flag, whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { SubmenuIcon } from './navigation-parts.tsx';
import { reportInside } from './block-context.server.ts';

const maxPages = 1000;
const deepest = 20;

interface PageItem {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly isFront: boolean;
  readonly children: readonly PageItem[];
}

interface Data {
  readonly pages: readonly PageItem[];
  readonly current?: readonly number[];
  readonly navigation?: BlockNavigation;
}

export const block = defineCoreBlock({
  name: 'core/page-list',
  attributes: { parentPageID: whole(0), isNested: flag(false) },
  // Saved inner blocks are an outdated list of pages.
  container: 'loader',
  load: async ({ parentPageID: parent }, context): Promise<Data | undefined> => {
    const tree = await context.cache('core/page-list', loadTree);
    const pages = tree.below.get(parent);
    if (!pages) return undefined;
    const { post } = context.page;
    const open = post && tree.parents.has(post.id) ? chainAbove(post.id, tree.parents) : undefined;
    const { navigation } = context.inherited;
    if (open && holds(pages, open[0])) reportInside(context, 'current-item');
    return { pages, ...(open && { current: open }), ...(navigation && { navigation }) };
  },
  View: ({ settings, data }) => {
    const items = <Items pages={data.pages} current={data.current ?? []} navigation={data.navigation} />;
    return settings.isNested ? items : <ul {...wrapperProps('core/page-list', settings)}>{items}</ul>;
  },
});

interface Tree {
  /** Child pages by parent id; 0 for the top level. */
  readonly below: ReadonlyMap<number, readonly PageItem[]>;
  readonly parents: ReadonlyMap<number, number>;
}

/** All pages of the site; omits pages with a non-public ancestor, as in WordPress. */
async function loadTree(context: LoadContext): Promise<Tree> {
  context.tag(`list:${pageType}`);
  const { content } = context;
  const site = await content.settings.current();
  const found = await listPages(content.database.read, maxPages, languageOf(site.site_language).compare);
  const paths = await findPostPaths(content.database.read, found, site.permalink_structure);
  const typography = siteTypography(site);
  const frontId = frontPageOf(site);
  const byParent = Map.groupBy(found, ({ parentId }) => parentId);
  const itemsBelow = (parentId: number, level: number): PageItem[] =>
    (level > deepest ? [] : (byParent.get(parentId) ?? [])).map(({ id, title }) => ({
      id,
      title: typography.line(title),
      url: id === frontId ? '/' : (paths.get(id) ?? ''),
      isFront: id === frontId,
      children: itemsBelow(id, level + 1),
    }));
  return {
    below: new Map([...byParent.keys()].map((parentId) => [parentId, itemsBelow(parentId, 1)])),
    parents: new Map(found.map(({ id, parentId }) => [id, parentId])),
  };
}

function holds(pages: readonly PageItem[], id: number | undefined): boolean {
  return pages.some((page) => page.id === id || holds(page.children, id));
}

function chainAbove(id: number, parents: ReadonlyMap<number, number>): number[] {
  const chain: number[] = [];
  for (
    let at: number | undefined = id;
    at !== undefined && at > 0 && !chain.includes(at);
    at = parents.get(at)
  )
    chain.push(at);
  return chain;
}

interface ItemsProps {
  readonly pages: readonly PageItem[];
  readonly current: readonly number[];
  readonly navigation: BlockNavigation | undefined;
}

function Items({ pages, current, navigation }: ItemsProps) {
  const words = useWords();
  const [open, ...above] = current;
  return pages.map(({ id, title, url, isFront, children }) => {
    const hasChildren = children.length > 0;
    const submenus = hasChildren ? navigation?.submenus : undefined;
    const toggles = submenus === 'hover' && navigation?.showsIcon;
    const name = title || words.no_title;
    const opener = { 'aria-label': fillIn(words.submenu_of, name), 'aria-expanded': false };
    return (
      <li
        key={id}
        className={classes(
          'wp-block-pages-list__item',
          id === open && 'current-menu-item',
          above.includes(id) && 'current-menu-ancestor',
          hasChildren && 'has-child',
          navigation && 'wp-block-navigation-item',
          submenus === 'click' && 'open-on-click',
          toggles && 'open-on-hover-click',
          submenus === 'always' && 'open-always',
          isFront && 'menu-item-home',
        )}
      >
        {submenus === 'click' ? (
          <>
            <button
              type="button"
              className="wp-block-navigation-item__content wp-block-navigation-submenu__toggle"
              {...opener}
            >
              {name}
            </button>
            <span className="wp-block-page-list__submenu-icon wp-block-navigation__submenu-icon">
              <SubmenuIcon />
            </span>
          </>
        ) : (
          <a
            className={classes(
              'wp-block-pages-list__item__link',
              navigation && 'wp-block-navigation-item__content',
            )}
            href={url}
            aria-current={id === open ? 'page' : undefined}
          >
            {name}
          </a>
        )}
        {toggles && (
          <button
            type="button"
            className="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle"
            {...opener}
          >
            <SubmenuIcon />
          </button>
        )}
        {hasChildren && (
          <ul className="wp-block-navigation__submenu-container">
            <Items pages={children} current={current} navigation={navigation} />
          </ul>
        )}
      </li>
    );
  });
}
