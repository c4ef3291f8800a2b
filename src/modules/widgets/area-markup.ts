import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { areaNamePattern } from './model.ts';

export const areaBlock = 'broadsheet/widget-area';

interface PlacedArea {
  readonly area: string;
  /** The blocks that the template has there. */
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** The areas of a template's markup in order. Areas inside of areas are not listed. */
export function areasIn(markup: string): readonly PlacedArea[] {
  if (!markup.includes(areaBlock)) return [];
  const found: PlacedArea[] = [];
  const open: ParsedBlock[] = parseMarkup(markup, () => undefined);
  for (let block = open.shift(); block; block = open.shift()) {
    const { name, attributes, start, end, innerStart, innerEnd, isVoid } = block;
    const { area } = attributes;
    if (name === areaBlock && typeof area === 'string' && areaNamePattern.test(area)) {
      const content = isVoid ? '' : markup.slice(innerStart, innerEnd).trim();
      found.push({ area, content, start, end });
    } else open.unshift(...block.parts.filter((part) => typeof part !== 'string'));
  }
  return found;
}

/** Replaces the areas of a template by their blocks. `contentOf` returns undefined for the template's own. */
export function expandAreas(markup: string, contentOf: (area: string) => string | undefined): string {
  let expanded = '';
  let at = 0;
  for (const { area, content, start, end } of areasIn(markup)) {
    expanded += markup.slice(at, start) + (contentOf(area) ?? content);
    at = end;
  }
  return at === 0 ? markup : expanded + markup.slice(at);
}

/** The first fault of an area's markup, such as a block that is not closed; undefined if it is well formed. */
export function markupFault(markup: string): string | undefined {
  const faults: string[] = [];
  parseMarkup(markup, (message) => faults.push(message));
  return faults[0];
}
