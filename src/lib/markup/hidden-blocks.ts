import { isRecord } from '../is-record.ts';
import { parseMarkup } from './parse-markup.ts';
import type { ParsedBlock } from './parse-markup.ts';
import { splice } from './splice.ts';

/** Blocks that WordPress shows whatever they say of being hidden (`supports.visibility` of their types is false). */
const alwaysShown: ReadonlySet<string> = new Set(
  [
    'accordion-heading',
    'accordion-panel',
    'block',
    'freeform',
    'html',
    'missing',
    'more',
    'nextpage',
    'pattern',
    'shortcode',
    'tab-list',
    'tab-panel',
    'tab-panels',
  ].map((name) => `core/${name}`),
);

/** Widths of screens, as editors name them: up to 480 pixels, up to 782, and all beyond (`theme/article-hidden.css`). */
const widths = ['desktop', 'mobile', 'tablet'] as const;

type Hideable = Pick<ParsedBlock, 'name' | 'attributes'>;

/**
 * Whether an editor has hidden a block from readers: `metadata.blockVisibility` is exactly `false`, or so for every width of screen. What stands inside of it
 * is hidden with it.
 */
export function isHidden(block: Hideable): boolean {
  return visibilityOf(block) === false || hiddenWidths(block).length === widths.length;
}

/** The classes by which WordPress hides a block on some screens alone; its words are those of the text on all others, and count as such. */
export function hiddenClasses(block: Hideable): string[] {
  return hiddenWidths(block).map((width) => `wp-block-hidden-${width}`);
}

function hiddenWidths(block: Hideable): (typeof widths)[number][] {
  const visibility = visibilityOf(block);
  const viewport = isRecord(visibility) ? visibility.viewport : undefined;
  return isRecord(viewport) ? widths.filter((width) => viewport[width] === false) : [];
}

function visibilityOf({ name, attributes: { metadata } }: Hideable): unknown {
  return isRecord(metadata) && !alwaysShown.has(name) ? metadata.blockVisibility : undefined;
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
  return splice(
    markup,
    hidden.map(({ start, end }) => ({ start, end, text: ' ' })),
  ); // what is left out parts what stands around it
}
