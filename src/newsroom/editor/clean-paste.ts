import { videoAt, watchAddress } from '../../lib/video.ts';
import { toast } from '../app/toasts.tsx';
import { sayCount } from '../words.ts';

/** Elements that are not content, or that run. */
const around = 'script, style, noscript, template, link, button, object, embed, applet';

interface Pasted {
  readonly html: string;
  readonly plain: string;
}
interface Cleaned extends Pasted {
  readonly lost: number;
  readonly elsewhere: number;
}

/**
 * Cleans clipboard content before the packages convert it to blocks: removes non-content and anything the policy would
 * block, and rewrites unsupported constructs. Blocks copied from this editor stay as they are.
 */
export function cleanPaste({ html, plain }: Pasted): Cleaned {
  if (html.includes('<!-- wp:')) return { html, plain, lost: 0, elsewhere: 0 };
  return html === ''
    ? { html, plain: withFootnotes(plain), lost: 0, elsewhere: 0 }
    : { ...cleanHtml(html), plain };
}

function cleanHtml(html: string): Omit<Cleaned, 'plain'> {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(around)) element.remove();
  for (const frame of body.querySelectorAll('iframe')) {
    // Videos become embeds by URL; other frames are ads and buttons.
    const film = videoAt(frame.getAttribute('src') ?? '');
    const line = body.ownerDocument.createElement('p');
    line.textContent = film ? watchAddress(film) : '';
    frame.replaceWith(...(film ? [line] : []));
  }
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name);
  }
  for (const link of body.querySelectorAll('a[href]')) {
    const address = straight(link.getAttribute('href') ?? '');
    link.setAttribute('href', address);
    // A link to a footnote that was not copied has no target.
    if (address.startsWith('#') && !isPlace(body, address.slice(1))) link.replaceWith(...link.childNodes);
  }
  // Table cells only hold inline text; join several paragraphs with line breaks.
  for (const cell of body.querySelectorAll('td, th')) {
    for (const part of cell.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6')) {
      const isLine = part.textContent.trim() !== '' && !part.querySelector('p, div, li, table');
      if (isLine && hasWordsBefore(cell, part)) part.prepend(body.ownerDocument.createElement('br'));
    }
  }
  // Word refers to local picture files that browsers can't open; mails and archives to their parts.
  const pictures = [...body.querySelectorAll('img')];
  const lost = pictures.filter((picture) =>
    /^(?:file|cid|mhtml|webkit-fake-url):/i.test(picture.getAttribute('src') ?? ''),
  );
  for (const picture of lost) picture.remove();
  const elsewhere = pictures.filter((picture) => isElsewhere(picture.getAttribute('src') ?? ''));
  return { html: body.innerHTML, lost: lost.length, elsewhere: elsewhere.length };
}

function hasWordsBefore(cell: Element, part: Element): boolean {
  const before = cell.ownerDocument.createRange();
  before.setStart(cell, 0);
  before.setEndBefore(part);
  return before.toString().trim() !== '';
}

const isElsewhere = (address: string) => {
  const url = URL.parse(address, location.href);
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== location.host;
};

const isPlace = (body: HTMLElement, id: string) =>
  id !== '' && body.querySelector(`[id=${CSS.escape(id)}], [name=${CSS.escape(id)}]`) !== null;

/** Unwraps redirect and tracking URLs, and links into the copied file itself. */
function straight(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, searchParams, protocol, hash } = new URL(address);
  if (protocol === 'file:' && hash !== '') return hash;
  const led =
    /^(?:www\.)?google\.com$/.test(hostname) && pathname === '/url' ? (searchParams.get('q') ?? '') : '';
  return /^https?:/.test(led) ? led : address;
}

/** Converts Markdown footnotes, which the packages don't support, to links there and back. */
function withFootnotes(text: string): string {
  const numbers = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(/^\[\^([\w-]{1,40})\]:/gm)) numbers.set(name, numbers.size + 1);
  if (numbers.size === 0) return text;
  const seen = new Set<string>();
  return text.replace(/\[\^([\w-]{1,40})\](:?)/g, (whole, name: string, colon: string) => {
    const number = numbers.get(name);
    if (number === undefined) return whole;
    if (colon !== '') return `<a href="#note-${name}-ref" id="note-${name}">[${number}]</a>`;
    const id = seen.has(name) ? '' : ` id="note-${name}-ref"`;
    seen.add(name);
    return `<sup><a href="#note-${name}"${id}>[${number}]</a></sup>`;
  });
}

const ofLost = (count: number) =>
  sayCount(
    'An image was not pasted because the clipboard contains only its location. Add it as a file.|%d images were not pasted because the clipboard contains only their locations. Add them as files.',
    count,
  );

/** Hotlinked pictures, such as Google's, expire, and their server sees each visitor. */
const ofElsewhere = (count: number) =>
  sayCount(
    'An image is loaded from another site for each reader and may disappear there one day. Upload it and replace the original.|%d images are loaded from another site for each reader and may disappear there one day. Upload them and replace the originals.',
    count,
  );

export function reportPictures({ lost, elsewhere }: Pick<Cleaned, 'lost' | 'elsewhere'>): void {
  if (lost > 0) toast(ofLost(lost));
  if (elsewhere > 0) toast(ofElsewhere(elsewhere));
}

const again = new WeakSet<Event>();

/** Cleans pastes into the text's document; returns a function that stops it. */
export function cleanPastesOf(page: Document): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData: clipboard, target } = event;
    const view = page.defaultView as (Window & typeof globalThis) | null;
    // In fields the browser pastes plain text itself.
    if (
      !clipboard ||
      !view ||
      again.has(event) ||
      !(target instanceof view.Element) ||
      target.closest('input, textarea')
    )
      return;
    if (clipboard.getData('rich-text') === 'true') return;
    const before = { html: clipboard.getData('text/html'), plain: clipboard.getData('text/plain') };
    const cleaned = cleanPaste(before);
    const { html, plain } = cleaned;
    reportPictures(cleaned);
    if (html === before.html && plain === before.plain) return;
    const clipboardData = new view.DataTransfer();
    if (html !== '') clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', plain);
    for (const file of clipboard.files) clipboardData.items.add(file);
    const next = new view.ClipboardEvent('paste', {
      clipboardData,
      bubbles: true,
      cancelable: true,
      composed: true,
    });
    again.add(next);
    event.stopImmediatePropagation();
    target.dispatchEvent(next);
    if (next.defaultPrevented) event.preventDefault(); // otherwise nothing handled it, and the browser pastes
  };
  page.addEventListener('paste', onPaste, true);
  return () => page.removeEventListener('paste', onPaste, true);
}
