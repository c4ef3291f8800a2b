import { getBlockType, serializeRawBlock } from '@wordpress/blocks';
import { useMemo } from 'react';
import type { ComponentType } from 'react';
import { isMediaAddress, schemeOf } from '../../lib/clean-html/addresses.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { isOwn } from './block-kit.ts';

type Values = Readonly<Record<string, unknown>>;
interface Format {
  readonly attributes?: Values;
  readonly unregisteredAttributes?: Values;
}
/** The used subset of `RichTextData`. `formats` is sparse. */
interface RichWords {
  readonly text: string;
  readonly formats: readonly (readonly Format[])[];
  readonly replacements: readonly Format[];
  readonly toHTMLString: () => string;
}
type RawBlock = Parameters<typeof serializeRawBlock>[0];
interface ListedBlock {
  readonly name: string;
  readonly isValid: boolean;
  readonly attributes: object;
  readonly block: { readonly __unstableBlockSource?: RawBlock };
}

const nowhere = 'about:blank';
/** Names of attributes that hold URLs in blocks, formats and HTML. */
const ofAddress = /(?:url|href|src|link|action|poster|cite|ping|background)$|^data$/i;

/** Whether navigating to the URL would run code or show a page made of the URL itself. */
const isRun = (address: string): boolean => {
  const scheme = schemeOf(address);
  return (
    scheme === 'javascript' ||
    scheme === 'vbscript' ||
    (scheme === 'data' && !isMediaAddress(address.replace(/[\t\n\r]/g, '')))
  );
};
const isRunBy = (name: string, value: unknown): boolean =>
  typeof value === 'string' && (name.toLowerCase() === 'srcdoc' || (ofAddress.test(name) && isRun(value)));

const isRich = (value: object): value is RichWords =>
  'formats' in value && 'replacements' in value && 'toHTMLString' in value;

/** Removes URLs that run; returns the same object if unchanged. */
function quietValues<Of extends Values | undefined>(values: Of): Of | Values {
  const entries = Object.entries(values ?? {});
  return entries.some(([name, value]) => isRunBy(name, value))
    ? Object.fromEntries(entries.filter(([name, value]) => !isRunBy(name, value)))
    : values;
}

function quietFormat(format: Format): Format {
  const [attributes, unregisteredAttributes] = [
    quietValues(format.attributes),
    quietValues(format.unregisteredAttributes),
  ];
  const isSame = attributes === format.attributes && unregisteredAttributes === format.unregisteredAttributes;
  return isSame
    ? format
    : {
        ...format,
        ...(attributes ? { attributes } : {}),
        ...(unregisteredAttributes ? { unregisteredAttributes } : {}),
      };
}

/** Removes link targets that run; returns the same object if unchanged. */
function quietWords(words: RichWords): RichWords {
  const known = new Map<Format, Format>(); // a format that spans several characters is one shared object
  const quiet = (format: Format): Format => {
    const made = known.get(format) ?? quietFormat(format);
    known.set(format, made);
    return made;
  };
  const [formats, replacements] = [words.formats.map((all) => all.map(quiet)), words.replacements.map(quiet)];
  if ([...known].every(([format, made]) => format === made)) return words;
  const Words = words.constructor as new (
    init: Pick<RichWords, 'text' | 'formats' | 'replacements'>,
  ) => RichWords;
  return new Words({ text: words.text, formats, replacements });
}

/** HTML without such URLs; byte-identical if unchanged. */
function quietHtml(html: string): string {
  if (!html.includes('<')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let isSame = true;
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!isRunBy(name, element.getAttribute(name))) continue;
      element.removeAttribute(name);
      isSame = false;
    }
  }
  return isSame ? html : body.innerHTML;
}

interface Kind {
  readonly source?: string;
  readonly query?: Readonly<Record<string, Kind>>;
}

function quietValue(name: string, value: unknown, kind: Kind | undefined): unknown {
  if (typeof value === 'string') {
    if (isRunBy(name, value)) return nowhere;
    // Also formulas, and strings by older WordPress versions, can be HTML.
    return kind?.source === 'html' || kind?.source === 'rich-text' ? quietHtml(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isRich(value)) return quietWords(value);
  if (Array.isArray(value)) {
    const made = value.map((one: unknown) => quietValue(name, one, kind));
    return made.every((one, index) => one === value[index]) ? value : made;
  }
  return quietObject(value, kind?.query);
}

function quietObject(values: object, kinds: Readonly<Record<string, Kind>> = {}): object {
  const made = Object.entries(values).map(([name, was]) => ({
    name,
    was: was as unknown,
    is: quietValue(name, was, kinds[name]),
  }));
  return made.every(({ was, is }) => was === is)
    ? values
    : Object.fromEntries(made.map(({ name, is }) => [name, is]));
}

const known = new WeakMap<object, object>();

/** A block's attributes for display, without URLs that run or show a page made of themselves. Returns the same object if unchanged. */
function shownAttributes(name: string, attributes: object): object {
  if (isOwn(name)) return attributes;
  const made = known.get(attributes) ?? quietObject(attributes, getBlockType(name)?.attributes);
  known.set(attributes, made);
  return made;
}

/** A block that the packages can't parse, for display: its HTML, cleaned as for visitors. */
function shownSource(source: RawBlock): RawBlock {
  const look = cleanHtml(serializeRawBlock(source, { isCommentDelimited: false }));
  return { ...source, blockName: null, attrs: {}, innerBlocks: [], innerContent: [look] };
}

/**
 * Filters `editor.BlockListBlock`, which everything on the canvas passes through, whatever its source (text, pattern,
 * clipboard). The store, and so the saved text, keeps the original URLs until the user changes the block.
 */
export const withShownAddresses = (Block: ComponentType<ListedBlock>) =>
  function Shown(props: ListedBlock) {
    const { name, isValid, attributes, block } = props;
    const source = isValid ? undefined : block.__unstableBlockSource; // oxlint-disable-line no-underscore-dangle -- as it is called
    const shown = useMemo(
      () => (source ? { ...block, __unstableBlockSource: shownSource(source) } : block),
      [block, source],
    );
    return <Block {...props} attributes={shownAttributes(name, attributes)} block={shown} />;
  };
