import { escapeHtml } from './plain-text.ts';

/** Removes characters that XML 1.0 forbids: control characters, lone surrogates, and two noncharacters. */
function legal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these very characters are meant
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

export function xmlText(text: string): string {
  return escapeHtml(legal(text));
}

/** A CDATA section; `]]>` is split between two. */
export function cdata(text: string): string {
  return `<![CDATA[${legal(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** An element with text; empty when the text is empty. */
export function element(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return text === '' ? '' : `<${name}${attributesOf(attributes)}>${xmlText(text)}</${name}>`;
}

export function emptyElement(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${name}${attributesOf(attributes)}/>`;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('');
}
