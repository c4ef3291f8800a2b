import { isRecord } from '../records.ts';
import { readJson } from '../json.ts';
import { writeOpening } from '../markup/block-markup.ts';
import { isSettingValue } from '../setting-value.ts';
import { DiviAttributes, diviImage, diviText } from './divi-attributes.ts';
import type { Part, PartImage } from './parts.ts';
import { isRealLink, button, heading, images, linkTo, list, player, quote, rich } from './parts.ts';

export interface DiviChild {
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Returns what a module shows; `inner` are the parts nested in it. */
type ModuleReader = (m: DiviAttributes, inner: readonly Part[]) => readonly Part[];

const buttonOf = (m: DiviAttributes, name: string): Part[] =>
  m.text(name) === '' ? [] : button(m.text(name), m.url(name));
const titleOf = (m: DiviAttributes, usual = 'h3', link = ''): Part[] =>
  heading(m.text('title'), m.level('title', usual), link || m.link);
const linked = (image: PartImage | undefined, link: string): PartImage | undefined =>
  image && image.link === undefined && isRealLink(link) ? { ...image, link } : image;
const line = (...texts: readonly string[]): Part[] => rich(texts.filter((text) => text !== '').join(', '));

const only: ModuleReader = (_m, inner) => inner;
const text: ModuleReader = (m, inner) => [...rich(m.text('content')), ...inner];
const titled: ModuleReader = (m, inner) => [...titleOf(m), ...rich(m.text('content')), ...inner];
const image: ModuleReader = (m) => images(linked(m.image('image'), m.link));
const video: ModuleReader = (m) => player(m.url('video', 'src'));

const disclosure: ModuleReader = (m, inner) => {
  const summary = m.text('title');
  const parts = [...rich(m.text('content')), ...inner];
  return summary === '' ? parts : [{ kind: 'details', summary, parts }];
};

const blurb: ModuleReader = (m, inner) => {
  const link = m.url('title') || m.link;
  return [
    ...images(linked(m.image('imageIcon', 'image'), link)),
    ...titleOf(m, 'h4', link),
    ...rich(m.text('content')),
    ...inner,
  ];
};

const networkNames: ReadonlyMap<string, string> = new Map([
  ['facebook', 'Facebook'],
  ['twitter', 'Twitter'],
  ['linkedin', 'LinkedIn'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
]);

function profiles(m: DiviAttributes): Part[] {
  const social = m.content('social');
  return list(
    Object.entries(isRecord(social) ? social : {}).map(([key, value]) => {
      const name = networkNames.get(key.replace(/url$/i, '').toLowerCase()) ?? '';
      return typeof value === 'string' && isRealLink(value) ? linkTo(name, value) : '';
    }),
  );
}

const slide: ModuleReader = (m, inner) => [
  ...images(m.background),
  ...titleOf(m),
  ...images(m.image('image')),
  ...player(m.url('video')),
  ...rich(m.text('content')),
  ...inner,
  ...buttonOf(m, 'button'),
];

const header: ModuleReader = (m, inner) => [
  ...images(m.background),
  ...images(m.image('logo')),
  ...titleOf(m, 'h2'),
  ...rich(m.text('subhead', 'subtitle')),
  ...rich(m.text('content')),
  ...images(m.image('image')),
  ...inner,
  ...buttonOf(m, 'buttonOne'),
  ...buttonOf(m, 'buttonTwo'),
];

const testimonial: ModuleReader = (m, inner) => [
  ...images(m.image('portrait')),
  ...quote(
    m.text('content'),
    m.text('author'),
    m.text('jobTitle'),
    linkTo(m.text('company'), m.url('company')),
  ),
  ...inner,
];

const counter: ModuleReader = (m) => {
  const number = m.text('number', 'barProgress', 'percent');
  const sign = number !== '' && m.advanced('number', 'enablePercentSign') !== 'off' ? '%' : '';
  return rich(
    [`${number}${sign}`, m.text('title') || m.text('content')].filter((one) => one !== '').join(' '),
  );
};

const price: ModuleReader = (m, inner) => {
  const unit = m.content('currencyFrequency');
  const [currency, per] = ['currency', 'per'].map((key) => (isRecord(unit) ? diviText(unit[key]) : ''));
  const amount = m.text('price');
  return [
    ...titleOf(m),
    ...rich(m.text('subtitle')),
    ...rich(amount === '' ? '' : [`${currency}${amount}`, per].filter((one) => one !== '').join(' / ')),
    ...rich(m.text('content')),
    ...rich(m.text('excluded')),
    ...inner,
    ...buttonOf(m, 'button'),
  ];
};

const gallery: ModuleReader = (m) => {
  const ids = diviText(m.advanced('image', 'galleryIds') ?? m.advanced('module', 'galleryIds'));
  return images(
    ...ids
      .split(',')
      .map((id) => id.trim())
      .filter((id) => /^[1-9]\d{0,12}$/.test(id))
      .slice(0, 1000)
      .map((oldId) => ({ url: '', oldId })),
  );
};

const sound: ModuleReader = (m) => [
  ...images(m.image('image')),
  ...titleOf(m),
  ...line(m.text('artistName'), m.text('albumName')),
  ...player(m.url('audio')),
  ...rich(m.text('caption')),
];

const network: ModuleReader = (m) => {
  const content = m.content('socialNetwork');
  const name = isRecord(content) ? diviText(content.label) || diviText(content.title) : '';
  const link = isRecord(content) ? diviText(content.link) : '';
  return isRealLink(link) ? rich(linkTo(networkNames.get(name.toLowerCase()) ?? name, link)) : [];
};

const beforeAfter: ModuleReader = (m) =>
  (['before', 'after'] as const).flatMap((side) => {
    const found = m.image(`${side}Image`);
    const caption = m.text(`${side}Label`);
    return images(found && (caption === '' ? found : { ...found, caption }));
  });

/** Theme parts, forms and ornaments. */
const silent =
  /^(?:(?:fullwidth-)?(?:menu|portfolio|post-title|post-content|post-nav|image-hover)|filterable-portfolio|sidebar|search|comments|divider|icon|contact-field|signup-custom-field|breadcrumbs|shop|woocommerce-.*)$/;
const lists = /^(?:blog|blog-extras|(?:fullwidth-)?post-slider|posts?-carousel|posts|tabbed-posts)$/;
/** Prefix of placeholder blocks for Divi's lists; compiling replaces them with Broadsheet's lists. */
export const diviListPrefix = 'divi-list/';

const readers: ReadonlyMap<string, ModuleReader> = new Map(
  Object.entries<ModuleReader>({
    text,
    'fullwidth-text': text,
    code: text,
    'fullwidth-code': text,
    heading: (m) => titleOf(m, 'h2', m.url('title')),
    image,
    'fullwidth-image': image,
    button: (m) => buttonOf(m, 'button'),
    blurb,
    cta: (m, inner) => [...titleOf(m), ...rich(m.text('content')), ...inner, ...buttonOf(m, 'button')],
    toggle: disclosure,
    'accordion-item': disclosure,
    tab: titled,
    video,
    'video-slider-item': video,
    audio: sound,
    testimonial,
    'team-member': (m, inner) => [
      ...images(m.image('image')),
      ...heading(m.text('name'), m.level('name', 'h3'), m.link),
      ...rich(m.text('position')),
      ...rich(m.text('content')),
      ...inner,
      ...profiles(m),
    ],
    slide,
    'fullwidth-header': header,
    'number-counter': counter,
    'circle-counter': counter,
    counter,
    'pricing-table': price,
    gallery,
    'icon-list-item': (m, inner) => [
      ...list([linkTo(m.text('content', 'title'), m.url('content') || m.link)]),
      ...inner,
    ],
    'social-media-follow-network': network,
    'before-after-image': beforeAfter,
    map: (_m, inner) => inner,
    'map-pin': (m) => [...titleOf(m), ...rich(m.text('content'))],
    'countdown-timer': (m) => titleOf(m),
    'contact-form': (m) => titleOf(m),
    login: titled,
    signup: (m) => [...titleOf(m), ...rich(m.text('content')), ...rich(m.text('footerContent'))],
    section: only,
    row: only,
    'row-inner': only,
    column: only,
    'column-inner': only,
    group: only,
    placeholder: only,
    'global-layout': only,
  }),
);

export function diviModuleParts(name: string, m: DiviAttributes, inner: readonly Part[]): readonly Part[] {
  if (m.isHidden || silent.test(name)) return [];
  if (lists.test(name)) return [{ kind: 'markup', markup: listMarkup(name, m) }];
  const reader = readers.get(name);
  return reader ? reader(m, inner) : [...wordsOf(m), ...inner];
}

const ornaments = /^(?:divider|icon|image-hover)$/;
const forms = /^(?:contact-form|signup|login)$/;

/** Whether a block is a Divi module whose content readers see as on the old site. */
export function isShownModule(name: string): boolean {
  const module = name.startsWith('divi/') ? name.slice(5) : undefined;
  return module !== undefined && (ornaments.test(module) || (!silent.test(module) && !forms.test(module)));
}

/** Whether a module shows nothing: an ornament, hidden, or without content. */
export function isEmptyModule(name: string, json: string): boolean {
  const module = name.slice(5);
  if (!isShownModule(name) || lists.test(module)) return false;
  if (ornaments.test(module) || json === '') return true;
  if (readJson(json) === undefined) return false;
  return !/"(?:innerContent|globalModule|galleryIds)"/.test(json) || new DiviAttributes(json).isHidden;
}

const maxSettings = 20_000;

function listMarkup(name: string, m: DiviAttributes): string {
  const settings = m.listSettings();
  return writeOpening(
    diviListPrefix + name,
    JSON.stringify(settings).length > maxSettings ? {} : settings,
    true,
  );
}

/** Text, links and pictures of an unknown module, in the order of its attributes. */
function wordsOf(m: DiviAttributes): Part[] {
  return m.names.flatMap((name): Part[] => {
    const value = m.content(name);
    if (typeof value === 'string') {
      const plain = diviText(value);
      if (plain === '' || /^&#x?[\da-f]+;/i.test(plain)) return [];
      if (/^(?:https?:)?\/\/\S+$/i.test(plain)) return addressParts(name, plain);
      if (isSettingValue(plain, { holdsWords: wordsName.test(name) })) return [];
      return titleName.test(name) ? heading(plain, m.level(name, 'h3')) : rich(plain);
    }
    if (!isRecord(value)) return [];
    const label = diviText(value);
    const link = m.url(name);
    if (label !== '')
      return /button|cta/i.test(name)
        ? button(label, link)
        : titleName.test(name)
          ? heading(label, m.level(name, 'h3'), link)
          : rich(linkTo(label, link));
    const found = diviImage(value);
    return found && /^(?:https?:)?\/\//i.test(found.url) ? addressParts(name, found.url, found) : [];
  });
}

const titleName = /title|heading|headline|question|name$/i;
const wordsName =
  /title|heading|headline|question|answer|content|text|label|name|caption|description|quote|author|position/i;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

function addressParts(name: string, url: string, picture: PartImage = { url }): Part[] {
  if (pictureFile.test(url) || /image|photo|picture|portrait|logo/i.test(name)) return images(picture);
  return /video|audio|film/i.test(name) ? player(url) : rich(linkTo(url, url));
}
