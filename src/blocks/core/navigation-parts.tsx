import { useWords } from '../../ui/language.ts';
import { fillIn } from '../../lib/messages.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { withoutOpener } from '../../lib/clean-html/addresses.ts';
import { flag, string, whole } from './attributes.ts';
import { wrapperProps, asRecord } from './block-supports.ts';
import type { SupportSettings, WrapperProps } from './block-supports.ts';
import type { BlockNavigation } from '../load-context.ts';
import { readAttribute } from '../../lib/markup/html-tokens.ts';
import { renderHtml } from '../../ui/elements.tsx';
import { outermostParts } from '../document/text-parts.ts';

export const itemAttributes = {
  label: string(),
  type: string('', 100),
  kind: string('', 100),
  id: whole(0),
  url: string(),
  description: string(),
  rel: string('', 200),
  title: string('', 500),
  opensInNewTab: flag(false),
  nofollow: flag(false),
};

export interface ItemSettings extends SupportSettings {
  readonly rel: string;
  readonly title: string;
  readonly opensInNewTab: boolean;
  readonly nofollow: boolean;
}

export interface ItemData {
  /** Undefined: no address. */
  readonly url: string | undefined;
  readonly isCurrent: boolean;
  /** A descendant is the current page. */
  readonly holdsCurrent: boolean;
  readonly label: string;
  readonly description: string;
  readonly inner: string;
  readonly submenus: BlockNavigation['submenus'];
  readonly showsIcon: boolean;
  readonly submenuProps: WrapperProps;
}

export type ItemName = 'core/navigation-link' | 'core/navigation-submenu';

export function NavigationItem({
  name,
  settings,
  data,
}: {
  readonly name: ItemName;
  readonly settings: ItemSettings;
  readonly data: ItemData;
}) {
  const words = useWords();
  const { url, isCurrent, holdsCurrent, label, description, inner, submenus, showsIcon, submenuProps } = data;
  const isSubmenu = name === 'core/navigation-submenu';
  const opensOnClick = isSubmenu && submenus === 'click' && inner !== '';
  const toggles = isSubmenu && submenus === 'hover' && showsIcon && inner !== '';
  const content = (
    <>
      <span className="wp-block-navigation-item__label" dangerouslySetInnerHTML={{ __html: label }} />
      {description !== '' && (
        <span
          className="wp-block-navigation-item__description"
          dangerouslySetInnerHTML={{ __html: description }}
        />
      )}
    </>
  );
  const submenuOf = fillIn(words.submenu_of, htmlToText(label));
  return (
    <li
      {...wrapperProps(
        name,
        settings,
        'wp-block-navigation-item',
        inner !== '' && 'has-child',
        opensOnClick && 'open-on-click',
        toggles && 'open-on-hover-click',
        isSubmenu && submenus === 'always' && 'open-always',
        isCurrent && 'current-menu-item',
        holdsCurrent && 'current-menu-ancestor',
      )}
    >
      {opensOnClick ? (
        <>
          <button
            type="button"
            className="wp-block-navigation-item__content wp-block-navigation-submenu__toggle"
            aria-label={submenuOf}
            aria-expanded={false}
          >
            {content}
          </button>
          <span className="wp-block-navigation__submenu-icon">
            <SubmenuIcon />
          </span>
        </>
      ) : (
        <a
          className="wp-block-navigation-item__content"
          href={url}
          aria-current={isCurrent ? 'page' : undefined}
          target={settings.opensInNewTab ? '_blank' : undefined}
          rel={withoutOpener(settings.rel) || (settings.nofollow ? 'nofollow' : undefined)}
          title={settings.title || undefined}
        >
          {content}
        </a>
      )}
      {toggles && (
        <button
          type="button"
          className="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle"
          aria-label={submenuOf}
          aria-expanded={false}
        >
          <SubmenuIcon />
        </button>
      )}
      {!isSubmenu && showsIcon && inner !== '' && (
        <span className="wp-block-navigation__submenu-icon">
          <SubmenuIcon />
        </span>
      )}
      {inner !== '' && <ul {...submenuProps} dangerouslySetInnerHTML={{ __html: inner }} />}
    </li>
  );
}

export function SubmenuIcon() {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
      <path d="m2 4.5 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

export function submenuPropsOf(name: ItemName, colors: BlockNavigation['colors'] | undefined): WrapperProps {
  if (name === 'core/navigation-link') return { className: 'wp-block-navigation__submenu-container' };
  const { overlayTextColor = '', overlayBackgroundColor = '', overlayStyle = {} } = colors ?? {};
  return wrapperProps(
    name,
    {
      ...unstyled,
      textColor: overlayTextColor,
      backgroundColor: overlayBackgroundColor,
      style: overlayStyle,
    },
    'wp-block-navigation__submenu-container',
  );
}

const unstyled: SupportSettings = {
  anchor: '',
  className: '',
  align: '',
  textAlign: '',
  textColor: '',
  backgroundColor: '',
  gradient: '',
  borderColor: '',
  fontSize: '',
  fontFamily: '',
  style: {},
  layout: {},
};

const box = { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true, focusable: false } as const;

export function OpenIcon({ bars }: { readonly bars: 2 | 3 }) {
  return (
    <svg {...box}>
      <path
        d={bars === 2 ? 'M4 9h16M4 15h16' : 'M4 6h16M4 12h16M4 18h16'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      />
    </svg>
  );
}

export function CloseIcon() {
  return (
    <svg {...box}>
      <path d="m5 5 14 14m0-14L5 19" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  );
}

/** Blocks that aren't list items but count as such in a navigation. */
const listed = /(?:^|\s)wp-block-(?:site-title|site-logo|social-links)(?:\s|$)/;

/** A navigation's content with its items in lists; other content appears between these. */
export function navigationLists(
  html: string,
  settings: SupportSettings,
  own: readonly (string | false | undefined)[],
): string {
  const open = renderHtml(
    <ul {...wrapperProps('core/navigation', settings, 'wp-block-navigation__container', ...own)} />,
  ).replace('</ul>', '');
  let result = '';
  let inList = false;
  for (const { name, start, inside, end } of outermostParts([html])) {
    if (name === '#comment') continue;
    const isWrapped = listed.test(readAttribute(html.slice(start, inside), 'class') ?? '');
    const isItem = name === 'li' || isWrapped;
    if (isItem !== inList) result += isItem ? open : '</ul>';
    inList = isItem;
    const part = html.slice(start, end);
    result += isWrapped ? `<li class="wp-block-navigation-item">${part}</li>` : part;
  }
  return inList ? `${result}</ul>` : result;
}

interface Colored extends SupportSettings {
  readonly customTextColor: string;
  readonly rgbTextColor: string;
  readonly customBackgroundColor: string;
  readonly rgbBackgroundColor: string;
  readonly overlayTextColor: string;
  readonly customOverlayTextColor: string;
  readonly overlayBackgroundColor: string;
  readonly customOverlayBackgroundColor: string;
}

/** Colours of a navigation and its submenus; presets override custom colours, as in WordPress. */
export function navigationColors(settings: Colored): BlockNavigation['colors'] {
  const { textColor, backgroundColor, overlayTextColor, overlayBackgroundColor, style } = settings;
  return {
    textColor,
    backgroundColor,
    overlayTextColor,
    overlayBackgroundColor,
    style: withColors(
      style,
      textColor === '' ? settings.customTextColor || settings.rgbTextColor : '',
      backgroundColor === '' ? settings.customBackgroundColor || settings.rgbBackgroundColor : '',
    ),
    overlayStyle: withColors(
      {},
      overlayTextColor === '' ? settings.customOverlayTextColor : '',
      overlayBackgroundColor === '' ? settings.customOverlayBackgroundColor : '',
    ),
  };
}

export function overlayProps(settings: Colored, ...own: (string | false)[]): WrapperProps {
  const { overlayTextColor, overlayBackgroundColor, overlayStyle } = navigationColors(settings);
  const { className, ...props } = wrapperProps(
    'core/navigation',
    {
      ...settings,
      anchor: '',
      className: '',
      align: '',
      textAlign: '',
      gradient: '',
      borderColor: '',
      fontSize: '',
      fontFamily: '',
      layout: {},
      textColor: overlayTextColor,
      backgroundColor: overlayBackgroundColor,
      style: overlayStyle,
    },
    ...own,
  );
  return {
    className: className.replace(/^wp-block-navigation/, 'wp-block-navigation__responsive-container'),
    ...props,
  };
}

function withColors(
  style: Readonly<Record<string, unknown>>,
  text: string,
  background: string,
): Readonly<Record<string, unknown>> {
  const color = {
    ...asRecord(style.color),
    ...(text === '' ? {} : { text }),
    ...(background === '' ? {} : { background }),
  };
  return Object.keys(color).length === 0 ? style : { ...style, color };
}
