import { isHidden } from '../../lib/markup/hidden-blocks.ts';
import { parseMarkup } from '../../lib/markup/parse-markup.ts';
import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';
import { splice } from '../../lib/markup/splice.ts';
import { mayBind, readBindings } from './bindings.ts';

/** A text in two parts. */
export interface SplitText {
  /** What it says wherever it stands. */
  readonly free: string;
  /** Its blocks that bind attributes, and say something else elsewhere; without hidden ones. */
  readonly bound: string;
}

/** Parts a text into what it says everywhere and its blocks that bind attributes. */
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
