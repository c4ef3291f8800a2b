import { cleanStyle } from '../clean-css/clean-style.ts';
import {
  isLinkAddress,
  isMediaAddress,
  isMediaList,
  isPageAddress,
  schemeOf,
  withoutOpener,
} from './addresses.ts';
import { articleAttributes, articleElements, othersElements } from './elements.ts';
import { forTexts, isOwnId, ownAttributes, withoutOwnClasses } from './own-names.ts';

export interface Profile {
  /** Whether it allows SVG, MathML and page-break comments. */
  readonly isArticle: boolean;
  /** Whether it allows style sheets and structured data, which apply to the whole page. */
  readonly isOfWholePage: boolean;
  /** Whether it is for storing: the text is cleaned again before it is shown, and list items may be without a list. */
  readonly isStored?: boolean;
  readonly deepest: number;
  readonly elements: ReadonlySet<string>;
  /** Returns an attribute's allowed value, or undefined to remove it. */
  attribute(element: string, name: string, value: string): string | undefined;
  /** Attributes added to every element of a name. */
  readonly added?: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>;
}

/** For posts, captions and descriptions: everything visible, nothing that runs. */
export const articleProfile: Profile = {
  isArticle: true,
  isOfWholePage: true,
  deepest: 250,
  elements: articleElements,
  attribute: articleAttribute,
};

/** For users without `unfiltered_html`: as in WordPress no frames, forms, style sheets or structured data. Each could impersonate the site. */
export const authorProfile: Profile = {
  ...articleProfile,
  isOfWholePage: false,
  isStored: true,
  elements: new Set([...articleElements].filter((name) => !othersElements.has(name))),
};

const showing: ReadonlySet<string> = new Set(['img', 'source', 'track', 'audio', 'video', 'input']);

/** Elements whose `name` does not become a property of `document`. */
const named: ReadonlySet<string> = new Set([
  'a',
  'map',
  'input',
  'select',
  'textarea',
  'button',
  'output',
  'fieldset',
  'details',
]);

function articleAttribute(element: string, name: string, value: string): string | undefined {
  if (!articleAttributes.has(name))
    return /^(?:aria|data)-[a-z0-9_.:-]{1,80}$/.test(name) && mayCarry(element, name, value)
      ? value
      : undefined;
  if (name === 'rel') return withoutOpener(value);
  if (name === 'class' || name === 'style') return quietLook(name, value);
  return mayHave(element, name, value) ? value : undefined;
}

function mayHave(element: string, name: string, value: string): boolean {
  switch (name) {
    case 'href':
    case 'cite':
    case 'longdesc':
      return isLinkAddress(value);
    case 'src':
      return element === 'iframe' ? isPageAddress(value) : showing.has(element) && isMediaAddress(value);
    case 'poster':
    case 'background':
      return isMediaAddress(value);
    case 'srcset':
      return isMediaList(value);
    case 'action':
      return isPageAddress(value);
    case 'id':
    case 'for':
      return !isOwnId(value);
    case 'name':
      return named.has(element) && !isOwnId(value);
    case 'target':
      return /^_(?:blank|self|top|parent)$/i.test(value);
    case 'tabindex':
      return isQuietTabIndex(value);
    case 'autocomplete':
      return !/password|one-time-code/i.test(value);
    default:
      return true;
  }
}

export function mayCarry(element: string, name: string, value: string): boolean {
  if (ownAttributes.has(name)) return false;
  if (!forTexts.has(name)) return true;
  switch (name) {
    case 'data-mfp-src':
      return isLinkAddress(value);
    case 'data-lightbox-size':
      return /^\d{1,5}x\d{1,5}$/.test(value);
    case 'data-src':
    case 'data-lazy-src':
      return element === 'img' && isMediaAddress(value);
    case 'data-srcset':
      return (element === 'img' || element === 'source') && isMediaList(value);
    case 'data-bg':
    case 'data-bg-hidpi':
      return isMediaAddress(value);
    default:
      return true;
  }
}

/** Classes or styles without those that could lay an element over the page; undefined when nothing is left. */
export function quietLook(name: 'class' | 'style', value: string): string | undefined {
  const cleaned = name === 'class' ? withoutOwnClasses(value) : cleanStyle(value);
  return cleaned === '' && value !== '' ? undefined : cleaned;
}

/** Whether a `tabindex`, parsed as in browsers, does not change the page's tab order. */
export const isQuietTabIndex = (value: string): boolean => !(Number.parseInt(value, 10) > 0);

type AttributesOf = Readonly<Record<string, readonly string[]>>;

/** A profile with few elements and attributes; URLs must be web or mail addresses. */
function strictProfile(
  elements: string,
  attributes: AttributesOf,
  more: Partial<Pick<Profile, 'deepest' | 'added'>> & { readonly relative?: boolean } = {},
): Profile {
  const { relative = true, deepest = 100, added } = more;
  const schemes = ['http', 'https', 'mailto'];
  return {
    isArticle: false,
    isOfWholePage: false,
    deepest,
    elements: new Set(elements.split(' ')),
    ...(added ? { added } : {}),
    attribute: (element, name, value) => {
      if (!(attributes[element] ?? []).includes(name)) return undefined;
      if (name === 'class') return quietLook(name, value);
      if (name !== 'href' && name !== 'cite') return value;
      const scheme = schemeOf(value);
      if (scheme === undefined) return relative || !/^\s*[/\\]{2}/.test(value) ? value : undefined;
      return schemes.includes(scheme) ? value : undefined;
    },
  };
}

/** WordPress' elements for visitors' comments. Nesting is limited: thousands of levels would slow down readers' browsers. */
export const visitorProfile = strictProfile(
  'a abbr acronym b blockquote cite code del em i q s strike strong',
  {
    a: ['href', 'title'],
    abbr: ['title'],
    acronym: ['title'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['datetime'],
  },
  { deepest: 30, relative: false },
);

/** As `visitorProfile`, with the lists and paragraphs that logged-in users' comments contain on WordPress sites. */
export const importedCommentProfile = strictProfile(
  'a abbr acronym b blockquote br cite code dd del dl dt em h1 h2 h3 h4 h5 h6 i ins kbd li ol p pre q s small span strike strong sub sup table tbody td th ' +
    'thead tr tt u ul var address big',
  {
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    acronym: ['title'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['datetime'],
    ins: ['datetime'],
  },
);

/** For showing comments: WordPress' elements for commenters, and those added with paragraphs. */
export const commentProfile = strictProfile(
  'a abbr b blockquote br cite code del em i li ol p pre q s strike strong ul',
  {
    a: ['href', 'title'],
    abbr: ['title'],
    blockquote: ['cite'],
    del: ['datetime'],
    q: ['cite'],
  },
  { added: { a: [['rel', 'nofollow ugc']], pre: [['tabindex', '0']] } },
);

const richText = strictProfile(
  'a abbr b bdi bdo br cite code del em i ins kbd mark q s small span strong sub sup u var wbr',
  {
    a: ['title', 'rel', 'class'],
    abbr: ['title'],
    bdo: ['dir'],
    span: ['class', 'lang', 'dir', 'style'],
    mark: ['class', 'style'],
    code: ['class'],
    i: ['lang', 'class'],
    em: ['lang', 'class'],
    strong: ['class'],
  },
);

/** Content of a paragraph or heading: links, emphasis and colours; no block elements. */
export const richTextProfile: Profile = {
  ...richText,
  attribute: (element, name, value) => {
    if (element === 'a' && (name === 'href' || name === 'target' || name === 'rel'))
      return articleAttribute(element, name, value);
    if (name === 'style')
      return value.split(';').every((part) => /^\s*(?:(?:background-)?color:[\w #(),.%-]{1,60})?$/.test(part))
        ? value
        : undefined;
    return richText.attribute(element, name, value);
  },
};

/** Content of a link, button or label: emphasis and colours. */
export const labelProfile: Profile = {
  ...richTextProfile,
  elements: new Set([...richTextProfile.elements].filter((name) => name !== 'a')),
};

/** A line of text: titles, names. */
export const lineProfile = strictProfile(
  'abbr b bdi bdo br cite code del em i ins kbd mark q s small span strong sub sup u var wbr',
  {
    abbr: ['title'],
    span: ['class', 'lang', 'dir'],
    bdo: ['dir'],
    i: ['lang', 'class'],
    em: ['lang', 'class'],
  },
);
