import { escapeHtml } from './plain-text.ts';

/** What no XML 1.0 document may hold: control characters, halves of surrogate pairs, and two code points that are none. */
function legal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these very characters are meant
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** Text for XML elements and double-quoted attributes, whatever it holds. */
export function xmlText(text: string): string {
  return escapeHtml(legal(text));
}

/** A CDATA section; a `]]>` inside is parted between two. */
export function cdata(text: string): string {
  return `<![CDATA[${legal(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** One element with its text; empty where there is no text. */
export function element(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return text === '' ? '' : `<${name}${attributesOf(attributes)}>${xmlText(text)}</${name}>`;
}

/** An element without content. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${name}${attributesOf(attributes)}/>`;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('');
}
