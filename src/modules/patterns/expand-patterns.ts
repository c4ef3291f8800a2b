import { bindHtml } from '../../lib/markup/bind-html.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { mayHoldPatterns, toRef } from '../../lib/markup/block-refs.ts';
import { splice } from '../../lib/markup/html-tokens.ts';
import type { Edit } from '../../lib/markup/html-tokens.ts';
import {
  allowedValue,
  mayBind,
  metaSource,
  overriddenName,
  patternSource,
  postSource,
  readBindings,
} from '../../lib/markup/bindings.ts';
import type { Binding } from '../../lib/markup/bindings.ts';
import { isRecord } from '../../lib/records.ts';

/** Patterns that are put into one text, and characters that they bring, at most. */
export const mostPatterns = 500;
const mostCharacters = 500_000;

/** What a text is put together from. */
export interface TextSources {
  /** Patterns that may be shown. */
  readonly contentById: ReadonlyMap<number, string>;
  /** What readers may see of the meta of the post that the text is of; undefined where there is none of this key. */
  readonly metaOf: (key: string) => string | undefined;
  /** What the post that the text is of says of itself. */
  readonly factOf: (field: unknown) => string | undefined;
  /** The pattern that the text is of; undefined: of something else. */
  readonly patternId?: number | undefined;
}

/**
 * A text as readers read it, as far as its words go: with what its patterns hold in their places, and the meta and dates that its blocks bind. Patterns stand
 * in patterns, `deepestPatterns` within each other, but not in themselves; after 500 of them, or 500,000 characters, the rest shows nothing.
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
      return source === metaSource && typeof args.key === 'string' ? metaOf(args.key) : undefined;
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
      patterns >= mostPatterns ||
      characters + content.length > mostCharacters
    )
      return '';
    patterns++;
    characters += content.length;
    return expand(content, place.overrides ?? outer, [...around, place.ref]);
  };
  return expand(markup, undefined, patternId === undefined ? [] : [patternId]);
}

/** What a block holds where the attributes that it binds have values. */
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

/** Values that a place where a pattern stands puts into its blocks: by the names that these blocks have, then by attribute. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A place where a pattern stands. */
interface PatternBlock {
  /** The pattern: a post of type `wp_block`. */
  readonly ref: number;
  /** Undefined: it says none, and those of the pattern around it hold. */
  readonly overrides: Overrides | undefined;
}

/** Patterns within each other, at most, on pages and in what reads words: each level may be a query. */
export const deepestPatterns = 20;

/** The block whose markup names a pattern. */
export const patternBlockName = 'core/block';

/** Reads the attributes of a `core/block`, as today's editors write them and earlier ones did; undefined where they name no pattern. */
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

/** The value that a block of a pattern gets for an attribute; undefined: it keeps its own. */
export function overrideOf(overrides: Overrides | undefined, blockName: string, attribute: string): unknown {
  const values = overrides && Object.hasOwn(overrides, blockName) ? overrides[blockName] : undefined;
  return values && Object.hasOwn(values, attribute) ? values[attribute] : undefined;
}

function readOverrides(given: Readonly<Record<string, unknown>>): Overrides {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values]) => {
      if (!isRecord(values)) return [];
      return [[name, isRecord(values.values) ? values.values : values]]; // WordPress 6.5 has them one level deeper
    }),
  );
}
