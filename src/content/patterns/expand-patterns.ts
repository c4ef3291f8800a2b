import { bindHtml } from '../../lib/markup/bind-html.ts';
import { parseMarkup } from '../../lib/markup/parse-markup.ts';
import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';
import { mayHoldPatterns } from '../../lib/markup/pattern-refs.ts';
import { splice } from '../../lib/markup/splice.ts';
import type { Edit } from '../../lib/markup/splice.ts';
import { allowedValue, overriddenName, patternSource, readBindings } from './bindings.ts';
import { overrideOf, patternBlockName, readPatternBlock } from './pattern-block.ts';
import type { Overrides } from './pattern-block.ts';

/** Patterns that are put into one text, and characters that they bring, at most. */
const mostPatterns = 500;
const mostCharacters = 500_000;

/**
 * A text with what its patterns hold in their places, as far as `contentById` has them: for what reads words. Patterns stand in patterns, but not in
 * themselves; after 500 of them, or 500,000 characters, the rest shows nothing.
 */
export function expandPatterns(markup: string, contentById: ReadonlyMap<number, string>): string {
  let patterns = 0;
  let characters = 0;
  const expand = (text: string, overrides: Overrides | undefined, around: readonly number[]): string => {
    if (!mayHoldPatterns(text) && !overrides) return text;
    const edits: Edit[] = [];
    const visit = (block: ParsedBlock): void => {
      const bound = overrides && boundHtml(block, text.slice(block.innerStart, block.innerEnd), overrides);
      if (block.name === patternBlockName) edits.push({ start: block.start, end: block.end, text: inPlace(block, overrides, around) });
      else if (bound !== undefined) edits.push({ start: block.innerStart, end: block.innerEnd, text: bound });
      else for (const part of block.parts) if (typeof part !== 'string') visit(part);
    };
    for (const block of parseMarkup(text, () => undefined)) visit(block);
    return splice(text, edits);
  };
  const inPlace = ({ attributes }: ParsedBlock, outer: Overrides | undefined, around: readonly number[]): string => {
    const place = readPatternBlock(attributes);
    const content = place && !around.includes(place.ref) ? contentById.get(place.ref) : undefined;
    if (!place || content === undefined || patterns >= mostPatterns || characters + content.length > mostCharacters) return '';
    patterns++;
    characters += content.length;
    return expand(content, place.overrides ?? outer, [...around, place.ref]);
  };
  return expand(markup, undefined, []);
}

/** What a block of a pattern holds where the place of the pattern says something of it. */
function boundHtml({ name, attributes }: ParsedBlock, saved: string, overrides: Overrides): string | undefined {
  const bindings = readBindings(name, attributes);
  if (!bindings) return undefined;
  const values = Object.entries(bindings).flatMap(([attribute, { source }]) => {
    const value = source === patternSource ? allowedValue(name, attribute, overrideOf(overrides, overriddenName(attributes), attribute)) : undefined;
    return value === undefined ? [] : [[attribute, value] as const];
  });
  return values.length === 0 ? undefined : bindHtml(name, saved, Object.fromEntries(values));
}
