import { eachHtmlToken, readAttributes } from '../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../lib/plain-text.ts';

export interface ShownHtml {
  readonly hasWords: boolean;
  readonly opening: string;
  /** As written, each once; at most 2000. */
  readonly pictures: ReadonlySet<string>;
  readonly brokenPictures: number;
  readonly drawings: number;
  readonly files: ReadonlySet<string>;
  readonly players: number;
  readonly forms: number;
  /** Keys (`addressKey`) of everything linked, shown or played. */
  readonly addresses: ReadonlySet<string>;
  /** Attachment ids of pictures, and the number of pictures in classic galleries. */
  readonly pictureIds: ReadonlySet<number>;
  readonly galleryPictures: number;
  readonly hasScriptFrames: boolean;
}

const maxOpeningLength = 2000;
const maxAddresses = 20_000;
/** Each one costs a lookup in the library. */
const maxFiles = 2000;
const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
const players: ReadonlySet<string> = new Set(['video', 'audio', 'iframe', 'object', 'embed']);
const addressAttributes: ReadonlySet<string> = new Set([
  'href',
  'src',
  'data-src',
  'poster',
  'data',
  'cite',
  'action',
]);
const isHiding = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const invisible = /[\s\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Reads rendered, well-formed HTML, ignoring `<noscript>`. Linear in time. */
export function readShownHtml(html: string): ShownHtml {
  const pictures = new Set<string>();
  const files = new Set<string>();
  const addresses = new Set<string>();
  const pictureIds = new Set<number>();
  const found = {
    brokenPictures: 0,
    drawings: 0,
    players: 0,
    forms: 0,
    galleryPictures: 0,
    hasScriptFrames: false,
  };
  let opening = '';
  let hasWords = false;
  const open: string[] = [];
  let hiddenFrom = Infinity;
  const add = (into: Set<string>, value: string, max = maxFiles) => into.size < max && into.add(value);
  eachHtmlToken(html, ({ kind, name, start, end }) => {
    const isHidden = open.length >= hiddenFrom;
    if (kind === 'text') {
      if (isHidden || (hasWords && opening.length >= maxOpeningLength)) return;
      const words = decodeEntities(html.slice(start, end)).replaceAll(invisible, ' ').trim();
      if (words === '') return;
      hasWords = true;
      opening += `${opening === '' ? '' : ' '}${words.slice(0, maxOpeningLength)}`;
      return;
    }
    if (kind === 'close') {
      if (open.at(-1) === name) open.pop();
      if (open.length < hiddenFrom) hiddenFrom = Infinity;
      return;
    }
    if (kind !== 'open') return;
    const attributes = new Map(
      readAttributes(html.slice(start, end)).map((attribute) => [attribute.name, attribute.value]),
    );
    if (!voidElements.has(name)) open.push(name);
    const hides =
      name === 'template' ||
      attributes.has('hidden') ||
      isHiding.test(decodeEntities(attributes.get('style') ?? ''));
    if (hides && hiddenFrom === Infinity && !voidElements.has(name)) hiddenFrom = open.length;
    if (isHidden || hides) return;
    for (const [key, value] of attributes)
      if (addressAttributes.has(key) && value !== '') add(addresses, addressKey(value), maxAddresses);
    const source = decodeEntities(attributes.get('src') ?? attributes.get('data-src') ?? '').trim();
    const classes = attributes.get('class') ?? '';
    if (name === 'img') {
      if (/^1?$|^0$/.test(attributes.get('width') ?? '2') && /^[01]?$/.test(attributes.get('height') ?? '2'))
        return; // a tracking pixel
      if (source === '' || source === '#') found.brokenPictures++;
      else add(pictures, source);
      const id = Number(/(?:^|\s)wp-image-(\d{1,15})(?=\s|$)/.exec(classes)?.[1] ?? 0);
      if (id > 0 && pictureIds.size < maxAddresses) pictureIds.add(id);
    } else if (name === 'svg' || name === 'canvas') {
      if (attributes.get('aria-hidden') !== 'true') found.drawings++;
    } else if (
      players.has(name) ||
      attributes.has('data-video') ||
      /(?:^|\s)embed-link(?=\s|$)/.test(classes)
    ) {
      found.players++;
      if ((name === 'video' || name === 'audio') && source !== '') add(files, source);
    } else if (name === 'source' && source !== '') add(files, source);
    else if (name === 'form') found.forms++;
    if (/(?:^|\s)gallery-item(?=\s|$)/.test(classes)) found.galleryPictures++;
    if (/(?:^|\s)script-frame(?=\s|$)/.test(classes)) found.hasScriptFrames = true;
    const background = /url\(\s*["']?([^"')]+)/i.exec(decodeEntities(attributes.get('style') ?? ''))?.[1];
    if (background !== undefined) add(pictures, background.trim());
  });
  return {
    ...found,
    hasWords,
    opening: opening.slice(0, maxOpeningLength),
    pictures,
    files,
    addresses,
    pictureIds,
  };
}

/** One key for all spellings of a URL: ignores scheme, `www.`, percent-encoding, entities and a trailing slash. */
export function addressKey(written: string): string {
  const address = decodeEntities(written)
    .trim()
    .replace(/^(?:https?:)?\/\/(?:www\.)?/i, '')
    .replace(/\/(?=$|[?#])/, '');
  try {
    return decodeURIComponent(address).toLowerCase();
  } catch {
    return address.toLowerCase(); // a literal percent sign
  }
}

/** Base name of a picture's URL without size and extension; the same for all of its sizes. */
export function pictureStem(address: string): string {
  const path = addressKey(address).replace(/[?#].*$/s, '');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[a-z]{2,5}$/, '')
    .replace(/-\d{1,5}x\d{1,5}$/, '')
    .replace(/-scaled$/, '');
}
