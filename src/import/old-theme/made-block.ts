import { writeClosing, writeOpening } from '../../lib/markup/write-opening.ts';

/** A block that is made of something of the old theme. */
export interface MadeBlock {
  /** Empty: `html` stands as it is. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly MadeBlock[];
  /** What is saved of a block of WordPress; undefined: the server renders it. */
  readonly html?: string;
}

/** The block of shortcodes that the server renders. */
export const shortcodeBlock = 'core/shortcode';

/** A block by its name. */
export function made(
  name: string,
  attributes: Readonly<Record<string, unknown>> = {},
  children: readonly MadeBlock[] = [],
): MadeBlock {
  return { name, attributes, children };
}

/** A block of WordPress whose HTML is saved. */
export function saved(
  name: string,
  html: string,
  attributes: Readonly<Record<string, unknown>> = {},
): MadeBlock {
  return { name: `core/${name}`, attributes, children: [], html };
}

/** Blocks as markup. */
export function writeBlocks(blocks: readonly MadeBlock[]): string {
  return blocks.map(writeBlock).join('\n');
}

function writeBlock({ name, attributes, children, html }: MadeBlock): string {
  if (name === '') return html ?? '';
  const inside = html ?? writeBlocks(children);
  return inside === ''
    ? writeOpening(name, attributes, true)
    : `${writeOpening(name, attributes, false)}\n${inside}\n${writeClosing(name)}`;
}

/** Whether one of these, or something in them, has this name. */
export function holds(blocks: readonly MadeBlock[], name: string): boolean {
  return blocks.some((block) => block.name === name || holds(block.children, name));
}
