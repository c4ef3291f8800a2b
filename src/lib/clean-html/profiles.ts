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

/** Which HTML a text may hold. */
export interface Profile {
  /** Whether drawings, formulas, and the marks of page breaks are among it. */
  readonly isArticle: boolean;
  /** Whether style sheets and data for machines are among it, which say something of the whole page. */
  readonly isOfWholePage: boolean;
  /** Whether it is for what is stored, and will be cleaned once more before anybody reads it: items of lists may stand by themselves there. */
  readonly isStored?: boolean;
  /** Elements within others at most. */
  readonly deepest: number;
  readonly elements: ReadonlySet<string>;
  /** An attribute as it is to be; undefined: it goes. */
  attribute(element: string, name: string, value: string): string | undefined;
  /** Attributes that every element of the name has. */
  readonly given?: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>;
}

/** What posts, captions and descriptions may hold: everything that shows something, nothing that runs. */
export const articleProfile: Profile = {
  isArticle: true,
  isOfWholePage: true,
  deepest: 250,
  elements: articleElements,
  attribute: articleAttribute,
};

/**
 * What people may write there who have no `unfiltered_html`: as in WordPress no frames, no forms, no style sheets, no data for machines. Each of these could
 * pass for the site itself.
 */
export const authorProfile: Profile = {
  ...articleProfile,
  isOfWholePage: false,
  isStored: true,
  elements: new Set([...articleElements].filter((name) => !othersElements.has(name))),
};

/** Elements that show what is at an address. */
const showing: ReadonlySet<string> = new Set(['img', 'source', 'track', 'audio', 'video', 'input']);

/** Elements whose `name` is no property of the document. */
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

/** Whether an `aria-…` or `data-…` attribute may stand on an element. */
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

/** Classes or styles without those that could lay an element over the page; undefined where nothing is left. */
export function quietLook(name: 'class' | 'style', value: string): string | undefined {
  const kept = name === 'class' ? withoutOwnClasses(value) : cleanStyle(value);
  return kept === '' && value !== '' ? undefined : kept;
}

/** Whether a `tabindex`, read as browsers read it, leaves the order of the page alone. */
export const isQuietTabIndex = (value: string): boolean => !(Number.parseInt(value, 10) > 0);

type AttributesOf = Readonly<Record<string, readonly string[]>>;

/** A profile of few elements, each with its attributes; addresses are of the web or of mail. */
function strictProfile(
  elements: string,
  attributes: AttributesOf,
  more: Partial<Pick<Profile, 'deepest' | 'given'>> & { readonly relative?: boolean } = {},
): Profile {
  const { relative = true, deepest = 100, given } = more;
  const schemes = ['http', 'https', 'mailto'];
  return {
    isArticle: false,
    isOfWholePage: false,
    deepest,
    elements: new Set(elements.split(' ')),
    ...(given ? { given } : {}),
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

/** What WordPress lets visitors write. Deeper nesting than anybody needs is cut: thousands of levels would slow every reader's browser down. */
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

/** What visitors may write, and the lists and paragraphs that the comments of signed-in people hold on the sites that they are imported from. */
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

/** A comment as pages show it: what WordPress lets commenters use, and what paragraphs add. */
export const commentProfile = strictProfile(
  'a abbr b blockquote br cite code del em i li ol p pre q s strike strong ul',
  {
    a: ['href', 'title'],
    abbr: ['title'],
    blockquote: ['cite'],
    del: ['datetime'],
    q: ['cite'],
  },
  { given: { a: [['rel', 'nofollow ugc']], pre: [['tabindex', '0']] } },
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

/** What stands inside of a paragraph or heading: links, emphasis and colours, nothing that makes a line of its own. */
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

/** What stands inside of a link, a button or a label: emphasis and colours. */
export const labelProfile: Profile = {
  ...richTextProfile,
  elements: new Set([...richTextProfile.elements].filter((name) => name !== 'a')),
};

/** A line of a text: titles, names. */
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
