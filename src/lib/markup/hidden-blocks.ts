import { isRecord } from '../is-record.ts';
import { parseMarkup } from './parse-markup.ts';
import type { ParsedBlock } from './parse-markup.ts';
import { splice } from './splice.ts';

/** Blocks that WordPress shows whatever they say of being hidden (`supports.visibility` of their types is false). */
const alwaysShown: ReadonlySet<string> = new Set([
  'accordion-heading', 'accordion-panel', 'block', 'freeform', 'html', 'missing', 'more', 'nextpage', 'pattern', 'shortcode', 'tab-list', 'tab-panel',
  'tab-panels',
].map((name) => `core/${name}`));

/** Whether an editor has hidden a block from readers: `metadata.blockVisibility` is exactly `false`. What stands inside of it is hidden with it. */
export function isHidden({ name, attributes: { metadata } }: Pick<ParsedBlock, 'name' | 'attributes'>): boolean {
  return isRecord(metadata) && metadata.blockVisibility === false && !alwaysShown.has(name);
}

/** A text without the blocks that its editors have hidden. One that never ends, since the text is cut off there, goes on to its end. */
export function withoutHidden(markup: string): string {
  // A letter of the name may be written as an escape: what pages leave out no search may find.
  if (!/blockVisibility|\\u00[5-7]/.test(markup)) return markup;
  const hidden: ParsedBlock[] = [];
  const visit = (block: ParsedBlock): void => {
    if (isHidden(block)) hidden.push(block);
    else for (const part of block.parts) if (typeof part !== 'string') visit(part);
  };
  for (const block of parseMarkup(markup, () => undefined)) visit(block);
  return splice(markup, hidden.map(({ start, end }) => ({ start, end, text: ' ' }))); // what is left out parts what stands around it
}
