import { bindHtml } from '../../lib/markup/bind-html.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { mayHoldPatterns, toRef } from '../../lib/markup/block-refs.ts';
import { splice } from '../../lib/markup/html-tokens.ts';
import type { Edit } from '../../lib/markup/html-tokens.ts';
import {
  allowedValue,
  isBoundMarkup,
  mayBind,
  metaSource,
  overriddenName,
  patternSource,
  postSource,
  readBindings,
} from '../../lib/markup/bindings.ts';
import type { Binding } from '../../lib/markup/bindings.ts';
import { isRecord } from '../../lib/records.ts';

/** Maximum number of patterns expanded in one text, and of characters they add. */
export const maxPatterns = 500;
const maxCharacters = 500_000;

export interface TextSources {
  readonly contentById: ReadonlyMap<number, string>;
  /** Publicly visible meta of the text's post, escaped for `isMarkup` unless the value is HTML; undefined if missing. */
  readonly metaOf: (key: string, isMarkup: boolean) => string | undefined;
  /** Facts about the text's post, such as dates. */
  readonly factOf: (field: unknown) => string | undefined;
  /** The pattern whose text this is; undefined for other posts. */
  readonly patternId?: number | undefined;
}

/**
 * Expands patterns and bound meta and dates, for words and excerpts. Patterns nest up to `deepestPatterns`, but not in
 * themselves; after 500 patterns or 500,000 characters, the rest stays empty.
 */
export function expandPatterns(
  markup: string,
  { contentById, metaOf, factOf, patternId }: TextSources,
): string {
  let patterns = 0;
  let characters = 0;
  const expand = (text: string, overrides: Overrides | undefined, around: readonly number[]): string => {
    if (!mayHoldPatterns(text) && !mayBind(text)) return text;
    const valueOf = ({ source, args }: Binding, block: ParsedBlock, attribute: string): unknown => {
      if (source === patternSource) return overrideOf(overrides, overriddenName(block.attributes), attribute);
      if (source === postSource) return factOf(args.field ?? args.key);
      return source === metaSource && typeof args.key === 'string'
        ? metaOf(args.key, isBoundMarkup(block.name, attribute))
        : undefined;
    };
    const edits: Edit[] = [];
    const visit = (block: ParsedBlock): void => {
      const bound = boundHtml(block, text.slice(block.innerStart, block.innerEnd), valueOf);
      if (block.name === patternBlockName)
        edits.push({ start: block.start, end: block.end, text: inPlace(block, overrides, around) });
      else if (bound !== undefined) edits.push({ start: block.innerStart, end: block.innerEnd, text: bound });
      else for (const part of block.parts) if (typeof part !== 'string') visit(part);
    };
    for (const block of parseMarkup(text, () => undefined)) visit(block);
    return splice(text, edits);
  };
  const inPlace = (
    { attributes }: ParsedBlock,
    outer: Overrides | undefined,
    around: readonly number[],
  ): string => {
    const place = readPatternBlock(attributes);
    const content =
      place && around.length < deepestPatterns && !around.includes(place.ref)
        ? contentById.get(place.ref)
        : undefined;
    if (
      !place ||
      content === undefined ||
      patterns >= maxPatterns ||
      characters + content.length > maxCharacters
    )
      return '';
    patterns++;
    characters += content.length;
    return expand(content, place.overrides ?? outer, [...around, place.ref]);
  };
  return expand(markup, undefined, patternId === undefined ? [] : [patternId]);
}

function boundHtml(
  block: ParsedBlock,
  saved: string,
  valueOf: (binding: Binding, block: ParsedBlock, attribute: string) => unknown,
): string | undefined {
  const { name } = block;
  const values = Object.entries(readBindings(name, block.attributes) ?? {}).flatMap(
    ([attribute, binding]) => {
      const value = allowedValue(name, attribute, valueOf(binding, block, attribute));
      return value === undefined ? [] : [[attribute, value] as const];
    },
  );
  return values.length === 0 ? undefined : bindHtml(name, saved, Object.fromEntries(values));
}

/** Values for the blocks of an embedded pattern, by block name, then by attribute. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface PatternBlock {
  /** Id of the pattern, a post of type `wp_block`. */
  readonly ref: number;
  /** Undefined if it sets no overrides; those of the outer pattern then apply. */
  readonly overrides: Overrides | undefined;
}

/** Maximum nesting of patterns, in pages and in text extraction; each level may be a query. */
export const deepestPatterns = 20;

export const patternBlockName = 'core/block';

/** Parses the attributes of a `core/block` in current and earlier formats; undefined if there is no pattern id. */
export function readPatternBlock({
  ref,
  content,
  overrides,
}: Readonly<Record<string, unknown>>): PatternBlock | undefined {
  const id = toRef(ref);
  if (id === undefined) return undefined;
  return {
    ref: id,
    overrides: isRecord(content)
      ? readOverrides(content)
      : isRecord(overrides)
        ? readOverrides(overrides)
        : undefined,
  };
}

/** The override for a block's attribute; undefined if it keeps its own value. */
export function overrideOf(overrides: Overrides | undefined, blockName: string, attribute: string): unknown {
  const values = overrides && Object.hasOwn(overrides, blockName) ? overrides[blockName] : undefined;
  return values && Object.hasOwn(values, attribute) ? values[attribute] : undefined;
}

function readOverrides(content: Readonly<Record<string, unknown>>): Overrides {
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, values]) => {
      if (!isRecord(values)) return [];
      return [[name, isRecord(values.values) ? values.values : values]]; // WordPress 6.5 nests them one level deeper
    }),
  );
}
