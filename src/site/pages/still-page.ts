import { darkClass } from '../../reader/islands/page-config.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { eachHtmlToken, readAttributes, writeTag } from '../../lib/markup/html-tokens.ts';
import type { HtmlAttribute } from '../../lib/markup/html-tokens.ts';
import { withoutLazy } from './render-post-html.ts';

/** Elements that embed other pages or code. */
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
/** Elements that are useless without scripts, removed with their content. */
const idle = new Set(['script', 'noscript', 'template']);
const boxStyle =
  'display:grid;place-items:center;min-height:9rem;background:#8f959c33;font:14px system-ui,sans-serif';

/**
 * An inert copy of a page: without scripts, event handlers, foreign frames and lazy pictures, and not interactive.
 * `isDark` undefined: the site's default. `styles` replaces the link to its path, because an unsaved file is not served.
 * The caller's policy or frame must guarantee that nothing runs.
 */
export function stillPage(
  page: string,
  isDark: boolean | undefined,
  styles?: { readonly css: string; readonly path: string },
): string {
  const html = withoutLazy(page);
  let still = '';
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
    const remaining = attributes.filter((attribute) => !isLoud(attribute));
    if (styles && name === 'link' && valueOf(attributes, 'href') === styles.path) {
      still += `<style>${styles.css.replaceAll('</', String.raw`<\/`)}</style>`;
      return;
    }
    const isIdle =
      name === 'base' ||
      (name === 'meta' && has(attributes, 'http-equiv')) ||
      (name === 'link' && valueOf(attributes, 'rel') !== 'stylesheet');
    if (isIdle) return;
    if (name === 'html') still += writeTag(name, withScheme(remaining, isDark));
    else if (name === 'body') still += writeTag(name, [...remaining, { name: 'inert', value: '' }]);
    else still += remaining.length === attributes.length ? text : writeTag(name, remaining);
  });
  return still;
}

const valueOf = (attributes: readonly HtmlAttribute[], wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value ?? '';
const has = (attributes: readonly HtmlAttribute[], wanted: string) =>
  attributes.some(({ name }) => name === wanted);

/** Attributes that run code, play media or navigate. */
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
  ])}${host === '' ? 'Embedded content' : `Embedded content from ${escapeHtml(host)}`}</div>`;
}
