import { darkClass } from '../../reader/islands/page-config.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { eachHtmlToken, readAttributes, writeTag } from '../../lib/markup/html-tokens.ts';
import type { HtmlAttribute } from '../../lib/markup/html-tokens.ts';
import { withoutLazy } from './render-post-html.ts';

/** What brings other pages, or code, into one. */
const foreign = new Set([
  'iframe',
  'frame',
  'frameset',
  'embed',
  'object',
  'applet',
  'portal',
  'fencedframe',
]);
/** What a page that runs nothing has no use for, with what stands in it. */
const idle = new Set(['script', 'noscript', 'template']);
const boxStyle =
  'display:grid;place-items:center;min-height:9rem;background:#8f959c33;font:14px system-ui,sans-serif';

/**
 * A page as a picture of itself: without scripts, handlers and frames of others, with its pictures there, and nothing in it that can be pressed. `isDark`:
 * undefined where it is for the site to say. What makes sure that nothing runs is the policy that it is sent with, or the frame that it is put into.
 */
export function stillPage(page: string, isDark: boolean | undefined): string {
  const html = withoutLazy(page);
  let still = '';
  /** The element that is left out at the moment, and how many of its name are open. */
  let left = { name: '', depth: 0 };
  eachHtmlToken(html, ({ kind, start, end, name }) => {
    if (left.depth > 0) {
      if (name === left.name && kind !== 'raw') left.depth += kind === 'close' ? -1 : 1;
      return;
    }
    const text = html.slice(start, end);
    if (kind !== 'open') {
      if (kind !== 'close' || !foreign.has(name)) still += text;
      return;
    }
    const attributes = readAttributes(text);
    if (foreign.has(name)) still += boxFor(attributes);
    if (idle.has(name) || foreign.has(name)) {
      if (name !== 'embed' && name !== 'frame') left = { name, depth: 1 };
      return;
    }
    const kept = attributes.filter((attribute) => !isLoud(attribute));
    const isIdle =
      name === 'base' ||
      (name === 'meta' && has(attributes, 'http-equiv')) ||
      (name === 'link' && valueOf(attributes, 'rel') !== 'stylesheet');
    if (isIdle) return;
    if (name === 'html') still += writeTag(name, withScheme(kept, isDark));
    else if (name === 'body') still += writeTag(name, [...kept, { name: 'inert', value: '' }]);
    else still += kept.length === attributes.length ? text : writeTag(name, kept);
  });
  return still;
}

const valueOf = (attributes: readonly HtmlAttribute[], wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value ?? '';
const has = (attributes: readonly HtmlAttribute[], wanted: string) =>
  attributes.some(({ name }) => name === wanted);

/** What would run, play or lead somewhere. */
const isLoud = ({ name, value }: HtmlAttribute) =>
  name.startsWith('on') ||
  name === 'autoplay' ||
  name === 'srcdoc' ||
  (/^(?:xlink:)?href$|^(?:form)?action$/.test(name) && /^\s*(?:javascript|data)/i.test(value));

function withScheme(attributes: readonly HtmlAttribute[], isDark: boolean | undefined): HtmlAttribute[] {
  const dark = isDark ?? valueOf(attributes, 'data-scheme') === 'dark';
  const classes = valueOf(attributes, 'class')
    .split(' ')
    .filter((one) => one !== '' && one !== darkClass);
  return [
    ...attributes.filter(({ name }) => name !== 'class'),
    { name: 'class', value: [...classes, ...(dark ? [darkClass] : [])].join(' ') },
  ];
}

function boxFor(attributes: readonly HtmlAttribute[]): string {
  const address =
    ['src', 'data-src', 'data'].map((name) => valueOf(attributes, name)).find((value) => value !== '') ?? '';
  const host = URL.canParse(address) ? new URL(address).host : '';
  const style = `${valueOf(attributes, 'style')};${boxStyle}`;
  return `${writeTag('div', [
    { name: 'class', value: valueOf(attributes, 'class') },
    { name: 'style', value: style },
  ])}${host === '' ? 'Another page stands here' : `${escapeHtml(host)} stands here`}</div>`;
}
