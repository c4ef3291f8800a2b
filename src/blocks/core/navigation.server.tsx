import { z } from 'zod';
import { findNewestNavigation } from '../../modules/posts/navigation.ts';
import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { navigationType, templatePartType } from '../../modules/types/names.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { useWords } from '../../ui/language.ts';
import { findTemplatePart } from './find-template-part.ts';
import type { BlockContext, BlockNavigation, LoadContext } from '../load-context.ts';
import { flag, string, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { CloseIcon, OpenIcon, navigationLists, navigationColors, overlayProps } from './navigation-parts.tsx';
import { learnInside } from './block-context.server.ts';

const attributes = {
  ref: whole(0),
  navigationMenuId: whole(0),
  __unstableLocation: string('', 100),
  ariaLabel: string('', 200),
  templateLock: string(),
  customTextColor: string('', 100),
  rgbTextColor: string('', 100),
  customBackgroundColor: string('', 100),
  rgbBackgroundColor: string('', 100),
  overlayTextColor: string('', 100),
  customOverlayTextColor: string('', 100),
  overlayBackgroundColor: string('', 100),
  customOverlayBackgroundColor: string('', 100),
  showSubmenuIcon: flag(true),
  submenuVisibility: word(['hover', 'click', 'always']),
  openSubmenusOnClick: z.boolean().optional().catch(undefined),
  overlayMenu: word(['mobile', 'always', 'never']),
  overlay: string('', 500),
  hasIcon: flag(true),
  icon: word(['handle', 'menu']),
  maxNestingLevel: whole(5),
};

export const block = defineCoreBlock({
  name: 'core/navigation',
  container: 'loader',
  attributes,
  load: async (settings, context) => {
    const around = context.inherited.navigation;
    // A navigation can't contain another, which could be itself; but its overlay can, laid out inline.
    if (around && around.overlay === undefined) return undefined;
    const { openSubmenusOnClick: onClick } = settings;
    const navigation: BlockNavigation = {
      submenus: onClick === undefined ? settings.submenuVisibility : onClick ? 'click' : 'hover',
      showsIcon: settings.showSubmenuIcon,
      colors: navigationColors(settings),
    };
    const ref = settings.ref || settings.navigationMenuId;
    const [html, name] = await Promise.all([
      innerHtml(ref, { navigation }, context),
      nameOf(ref, settings.ariaLabel, context),
    ]);
    if (html === undefined) return undefined;
    const isOverlaid = settings.overlayMenu !== 'never' && around === undefined;
    const overlay = `${context.blockId}-overlay`;
    const custom =
      isOverlaid && settings.overlay !== ''
        ? await customOverlay(settings.overlay, { ...navigation, overlay }, context)
        : undefined;
    const isInner = around !== undefined;
    return {
      html,
      name: isInner ? '' : uniqueName(name, context),
      isInner,
      overlay: isOverlaid ? { id: overlay, custom } : undefined,
    };
  },
  View: ({ settings, data: { html, name, isInner, overlay } }) => {
    const acting = useActing();
    const colored = {
      ...settings,
      style: navigationColors(settings).style,
      layout: { type: 'flex', ...settings.layout },
    };
    const own = [overlay && 'is-responsive', ...layoutClasses(settings.layout)];
    const Nav = isInner ? 'div' : 'nav';
    const props = {
      ...wrapperProps('core/navigation', colored, ...own),
      'aria-label': name === '' ? undefined : name,
      ...acting.late('navigation'),
    };
    const lists = navigationLists(html, { ...colored, anchor: '', className: '', align: '' }, own);
    if (!overlay) return <Nav {...props} dangerouslySetInnerHTML={{ __html: lists }} />;
    return (
      <Nav {...props}>
        <Overlay {...overlay} settings={settings} lists={lists} />
      </Nav>
    );
  },
});

interface CustomOverlay {
  readonly html: string;
  readonly closes: boolean;
}

interface OverlayProps {
  readonly id: string;
  readonly custom: CustomOverlay | undefined;
  readonly settings: Parameters<typeof overlayProps>[0] & {
    readonly hasIcon: boolean;
    readonly icon: 'handle' | 'menu';
    readonly overlayMenu: string;
  };
  readonly lists: string;
}

/** Works without a script: a native popover on narrow screens, part of the page on others. Browsers without popovers show the links. */
function Overlay({ id, custom, settings, lists }: OverlayProps) {
  const words = useWords();
  const isHidden = settings.overlayMenu === 'always';
  const { hasIcon, icon } = settings;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={hasIcon ? words.menu_open_label : undefined}
        popoverTarget={id}
        className={`wp-block-navigation__responsive-container-open${isHidden ? ' always-shown' : ''}`}
      >
        {hasIcon ? <OpenIcon bars={icon === 'menu' ? 3 : 2} /> : words.menu}
      </button>
      <div
        {...overlayProps(
          settings,
          isHidden && 'hidden-by-default',
          custom !== undefined && 'disable-default-overlay',
        )}
        id={id}
        popover="auto"
      >
        <div className="wp-block-navigation__responsive-close">
          <div className="wp-block-navigation__responsive-dialog">
            {!custom?.closes && (
              <button
                type="button"
                aria-label={hasIcon ? words.menu_close_label : undefined}
                popoverTarget={id}
                popoverTargetAction="hide"
                className="wp-block-navigation__responsive-container-close"
              >
                {hasIcon ? <CloseIcon /> : words.menu_close}
              </button>
            )}
            <div
              className="wp-block-navigation__responsive-container-content"
              id={`${id}-content`}
              dangerouslySetInnerHTML={{ __html: lists }}
            />
            {custom !== undefined && (
              <div
                className="wp-block-navigation__overlay-container"
                dangerouslySetInnerHTML={{ __html: custom.html }}
              />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The links of the named navigation, else of inner blocks, else of the newest navigation, else the site's pages. */
async function innerHtml(
  ref: number,
  provided: BlockContext,
  context: LoadContext,
): Promise<string | undefined> {
  if (ref > 0) return context.renderDocument({ part: ref, type: navigationType }, provided);
  const inner = await context.renderInner(provided);
  if (inner !== undefined) return inner;
  const newest = await context.cache('newest navigation', (tracked) => {
    const { content } = tracked;
    tracked.tag(`list:${navigationType}`);
    return findNewestNavigation(content.database.read);
  });
  return (
    (newest === undefined
      ? undefined
      : await context.renderDocument({ part: newest, type: navigationType }, provided)) ??
    context.renderDocument({ markup: '<!-- wp:page-list /-->', name: 'navigation-pages' }, provided)
  );
}

async function nameOf(ref: number, label: string, context: LoadContext): Promise<string> {
  if (label !== '' || ref <= 0) return label;
  return context.cache(`name of navigation ${ref}`, async (inner) => {
    inner.tag(`post:${ref}`);
    const post = (await inner.together.summaries([ref])).get(ref);
    return post?.type === navigationType && mayStandInDocuments(post) ? htmlToText(post.title) : '';
  });
}

/** Numbers repeated names, so that each navigation of a page has a unique one. */
function uniqueName(name: string, context: LoadContext): string {
  if (name === '') return '';
  let number = 1;
  while (!context.claim(`navigation ${number} ${name}`)) number++;
  return number === 1 ? name : `${name} ${number}`;
}

/** The overlay's template part, by `theme//slug` or slug; undefined if it no longer exists. */
async function customOverlay(
  named: string,
  navigation: BlockNavigation,
  context: LoadContext,
): Promise<CustomOverlay | undefined> {
  const [first = '', slug] = named.split('//', 2);
  const part = await findTemplatePart(slug ?? first, slug === undefined ? '' : first, context);
  const inside = learnInside();
  const html = await context.renderDocument(
    { part: part?.id ?? 0, type: templatePartType, name: named },
    { ...inside.provided, navigation },
  );
  return html === undefined ? undefined : { html, closes: inside.found.has('overlay-close') };
}

const justified: ReadonlySet<unknown> = new Set(['left', 'right', 'center', 'space-between']);

function layoutClasses({
  justifyContent,
  orientation,
  flexWrap,
}: Readonly<Record<string, unknown>>): (string | false)[] {
  return [
    justified.has(justifyContent) && `items-justified-${String(justifyContent)}`,
    orientation === 'vertical' && 'is-vertical',
    flexWrap === 'nowrap' && 'no-wrap',
  ];
}
