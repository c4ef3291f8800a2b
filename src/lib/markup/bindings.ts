import { isLinkAddress, isMediaAddress } from '../clean-html/addresses.ts';
import { cleanHtml } from '../clean-html/clean-html.ts';
import { richTextProfile } from '../clean-html/profiles.ts';
import { isRecord } from '../records.ts';
import { readJson } from '../json.ts';
import { localIso, offsetText, zoneOffset } from '../dates.ts';
import { idOf } from '../numbers.ts';
import { parseMarkup, blockTokens, isHidden } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';
import { splice } from './html-tokens.ts';

export interface Binding {
  readonly source: BindingSource;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Bindings = Readonly<Record<string, Binding>>;

export const patternSource = 'core/pattern-overrides';
export const metaSource = 'core/post-meta';
export const postSource = 'core/post-data';
/** A custom field of the post: `{"name": "rating"}`. */
export const fieldSource = 'broadsheet/field';
/** Supported sources; attributes bound to others keep their saved value. */
const sources = [patternSource, metaSource, postSource, 'core/term-data', fieldSource] as const;
export type BindingSource = (typeof sources)[number];

type AttributeKind = 'html' | 'text' | 'link' | 'media' | 'id' | 'target' | 'date';

/** Attributes that can be bound, by block. */
const bindable: Readonly<Record<string, Readonly<Record<string, AttributeKind>>>> = {
  'core/paragraph': { content: 'html' },
  'core/heading': { content: 'html' },
  'core/image': { id: 'id', url: 'media', title: 'text', alt: 'text', caption: 'html' },
  'core/button': { url: 'link', text: 'html', linkTarget: 'target', rel: 'text' },
  'core/post-date': { datetime: 'date' },
  'core/navigation-link': { url: 'link' },
  'core/navigation-submenu': { url: 'link' },
};

/** Whether a block's attribute is HTML, so that a bound text has to be escaped. */
export const isBoundMarkup = (block: string, attribute: string): boolean =>
  bindable[block]?.[attribute] === 'html';

export function mayBind(markup: string): boolean {
  return markup.includes('"bindings"');
}

/** Quick check whether a text may depend on the dates of its post. */
export function mayBindFacts(markup: string): boolean {
  return mayBind(markup) && markup.includes(postSource);
}

/** A post's date for a binding, in the site's zone: `2026-11-20T18:56:00+01:00`; `''` for a post never modified. Undefined for other fields. */
export function dateFact(
  field: unknown,
  { publishedAt, modifiedAt }: PostDates,
  zone: string,
): string | undefined {
  const written = (milliseconds: number) =>
    localIso(milliseconds, zone) + offsetText(zoneOffset(milliseconds, zone));
  if (field === 'date') return written(publishedAt);
  return field === 'modified' ? (modifiedAt > publishedAt ? written(modifiedAt) : '') : undefined;
}

export interface PostDates {
  readonly publishedAt: number;
  readonly modifiedAt: number;
}

/** The distinct meta keys to which a text's blocks are bound. */
export function boundMetaKeys(markup: string): string[] {
  if (!mayBind(markup)) return [];
  const keys = new Set<string>();
  for (const { name, json } of blockTokens(markup)) {
    const attributes = json.includes('"bindings"') ? readAttributes(json) : {};
    for (const { source, args } of Object.values(readBindings(name, attributes) ?? {})) {
      if (source === metaSource && typeof args.key === 'string') keys.add(args.key);
    }
  }
  return [...keys];
}

/** A block's bindings to supported sources; undefined without any. */
export function readBindings(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
): Bindings | undefined {
  const { metadata } = attributes;
  if (!isRecord(metadata) || !isRecord(metadata.bindings)) return undefined;
  const kinds = Object.hasOwn(bindable, name) ? bindable[name] : undefined;
  if (!kinds) return undefined;
  const { bindings } = metadata;
  const { __default: ofAll } = bindings;
  const all = toBinding(ofAll);
  const found = Object.keys(kinds).flatMap((attribute) => {
    const binding = Object.hasOwn(bindings, attribute)
      ? toBinding(bindings[attribute])
      : all?.source === patternSource
        ? all
        : undefined;
    return binding ? [[attribute, binding] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The name by which a pattern's instances override a block; '' when it is not overridable. */
export function overriddenName({ metadata }: Readonly<Record<string, unknown>>): string {
  return isRecord(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
}

/** A value cleaned for a block's attribute; undefined when it is not allowed, so that the saved value stays. */
export function allowedValue(block: string, attribute: string, value: unknown): string | undefined {
  if (typeof value === 'number' && attribute === 'id') return idOf(value)?.toString();
  if (typeof value !== 'string' || value.length > maxValueLength) return undefined;
  switch (bindable[block]?.[attribute]) {
    case 'html':
      return cleanHtml(value, richTextProfile);
    case 'link':
      return isLinkAddress(value) ? value : undefined;
    case 'media':
      return isMediaAddress(value) ? value : undefined;
    case 'id':
      return /^[1-9]\d{0,14}$/.test(value) ? value : undefined;
    case 'target':
      return /^(?:_(?:blank|self|top|parent))?$/.test(value) ? value : undefined;
    case 'date':
      return value !== '' && Number.isNaN(Date.parse(value)) ? undefined : value;
    case 'text':
      return value;
    case undefined:
      return undefined;
  }
}

/** Longest value in characters; a long paragraph has a few thousand. */
const maxValueLength = 100_000;

const readAttributes = (json: string): Readonly<Record<string, unknown>> => readJson(json) ?? {};

function toBinding(value: unknown): Binding | undefined {
  if (!isRecord(value)) return undefined;
  const source = sources.find((one) => one === value.source);
  return source && { source, args: isRecord(value.args) ? value.args : {} };
}

interface SplitText {
  readonly free: string;
  /** Visible blocks with bindings, whose content depends on the context. */
  readonly bound: string;
}

export function splitBound(markup: string): SplitText {
  if (!mayBind(markup)) return { free: markup, bound: '' };
  const found: ParsedBlock[] = [];
  const visit = (block: ParsedBlock): void => {
    if (isHidden(block)) return;
    if (readBindings(block.name, block.attributes)) found.push(block);
    else for (const part of block.parts) if (typeof part !== 'string') visit(part);
  };
  for (const block of parseMarkup(markup, () => undefined)) visit(block);
  return {
    free: splice(
      markup,
      found.map(({ start, end }) => ({ start, end, text: '' })),
    ),
    bound: found.map(({ start, end }) => markup.slice(start, end)).join('\n'),
  };
}
