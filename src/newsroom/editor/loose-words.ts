import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';

/** How a block holds others: within an element of its own, with nothing around them, or not at all. */
export type Holding = 'element' | 'bare' | 'none';

/** What such an element begins and ends with; older groups have a second one in it. */
const head = /^\s*<[a-z][^>]*>(?:\s*<div class="wp-block-group__inner-container">)?/i;
const foot = /<\/[a-z][\w-]*>\s*$/i;
const innerFoot = /<\/div>\s*$/i;

/** The offsets between which a block holds others: within its element, where it has one. */
function room(
  markup: string,
  { innerStart, innerEnd, parts }: ParsedBlock,
  holds: Holding,
): readonly [from: number, to: number] {
  if (holds !== 'element') return [innerStart, innerEnd];
  const inside = parts.filter((part) => typeof part !== 'string');
  const opens = head.exec(markup.slice(innerStart, inside[0]?.start ?? innerEnd))?.[0] ?? '';
  // Where somebody left it out, nothing of what is there may go as it is repaired.
  if (!/^\s*<div[\s>]/i.test(opens) && !opens.includes('wp-block-')) return [innerStart, innerEnd];
  const from = innerStart + opens.length;
  const last = Math.max(from, inside.at(-1)?.end ?? from);
  const end = last + markup.slice(last, innerEnd).replace(foot, '').length;
  return [
    from,
    opens.includes('__inner-container') ? last + markup.slice(last, end).replace(innerFoot, '').length : end,
  ];
}

/**
 * A block's markup with the words that somebody put by hand between the blocks inside of it, or in place of those, in blocks of their own, as classic content:
 * what is around them can be read then, and repairing it does not throw them away. The same text where there are none.
 */
export function wordsInBlocks(
  markup: string,
  block: ParsedBlock,
  holding: (name: string) => Holding,
): string {
  const inside = block.parts.filter((part) => typeof part !== 'string');
  const holds = block.isVoid ? 'none' : holding(block.name);
  if (inside.length === 0 && holds === 'none') return markup.slice(block.start, block.end);
  const between = (gap: string) => (holds === 'none' ? gap : inBlock(gap));
  const [from, to] = room(markup, block, holds);
  let written = markup.slice(block.start, from);
  let at = from;
  for (const child of inside) {
    written += between(markup.slice(at, child.start)) + wordsInBlocks(markup, child, holding);
    at = child.end;
  }
  return written + between(markup.slice(at, to)) + markup.slice(to, block.end);
}

/** What stands between two blocks: words in a block of their own. Comments are none, and those of blocks would be others there. */
function inBlock(gap: string): string {
  const words = gap.trim();
  const [said = '', ...others] = words.split('<!--');
  const isSaid =
    said.trim() !== '' ||
    others.some(
      (comment) => comment.includes('-->') && comment.slice(comment.indexOf('-->') + 3).trim() !== '',
    );
  if (!isSaid || others.some((comment) => /^\s*\/?wp:/.test(comment))) return gap;
  const before = gap.length - gap.trimStart().length;
  return `${gap.slice(0, before)}<!-- wp:freeform -->\n${words}\n<!-- /wp:freeform -->${gap.slice(before + words.length)}`;
}
