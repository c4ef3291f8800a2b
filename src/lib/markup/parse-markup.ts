import { blockTokens } from './block-tokens.ts';
import type { BlockToken } from './block-tokens.ts';
import { readJson } from './read-json.ts';

/** A block as its markup says, or (`name` empty) a piece of classic content between blocks. */
export interface ParsedBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** HTML and inner blocks in their order. */
  readonly parts: readonly (string | ParsedBlock)[];
  /** Written as `<!-- wp:name /-->`: it has no saved HTML. */
  readonly isVoid: boolean;
  /**
   * Offsets into the markup: of the block with its comments, and of what stands between these. What stands between a block and the one before it is its gap.
   */
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

/** How deep blocks nest; deeper ones become part of the block around them. */
export const deepestNesting = 200;

interface Frame extends ParsedBlock {
  readonly parts: (string | ParsedBlock)[];
  innerEnd: number;
  end: number;
}

/** Whether there is any block comment; a text without one is classic content. */
export function hasBlocks(markup: string): boolean {
  return /<!--\s+\/?wp:/.test(markup);
}

/**
 * Reads block markup the way WordPress' parser does, and mends what that one prints twice or shows: broken attributes read as `{}`, a block that is never
 * closed ends with the block around it, a closing comment without its block is dropped. Each is told to `onProblem`. Linear in the length of the text, at any
 * nesting.
 */
export function parseMarkup(markup: string, onProblem: (message: string) => void): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  const frames: Frame[] = []; // open blocks
  const openNames: string[] = []; // all open blocks, those beyond the deepest nesting too
  const openCount = new Map<string, number>();
  let tooDeep = 0;
  let textStart = 0;

  const addText = (end: number): void => {
    if (end <= textStart) return;
    const text = markup.slice(textStart, end);
    const around = frames.at(-1);
    if (around) around.parts.push(text);
    else
      blocks.push({
        name: '',
        attributes: {},
        parts: [text],
        isVoid: false,
        start: textStart,
        innerStart: textStart,
        innerEnd: end,
        end,
      });
  };
  /** Ends the innermost open block in front of `innerEnd`; `endOf` says where its own closing comment ends. */
  const pop = (innerEnd: number, endOf: (name: string) => number): string => {
    const name = openNames.pop() ?? '';
    openCount.set(name, (openCount.get(name) ?? 1) - 1);
    const frame = openNames.length < deepestNesting ? frames.pop() : undefined;
    if (frame) {
      frame.innerEnd = innerEnd;
      frame.end = endOf(name);
    }
    return name;
  };
  const close = (token: BlockToken): void => {
    if ((openCount.get(token.name) ?? 0) === 0) {
      onProblem(
        `The closing comment of ${token.name} at character ${token.start} has no block that it closes.`,
      );
      return;
    }
    const endNext = (): string => pop(token.start, (name) => (name === token.name ? token.end : token.start));
    for (let name = endNext(); name !== token.name; name = endNext()) {
      onProblem(`A block ${name} inside ${token.name} is not closed before character ${token.start}.`);
    }
  };

  for (const token of blockTokens(markup)) {
    addText(token.start);
    textStart = token.end;
    if (token.kind === 'close') {
      close(token);
      continue;
    }
    if (token.kind === 'open' && openNames.length >= deepestNesting) {
      tooDeep++;
      openNames.push(token.name);
      openCount.set(token.name, (openCount.get(token.name) ?? 0) + 1);
      continue;
    }
    const { name, start, end } = token;
    const block: Frame = {
      name,
      attributes: readAttributes(token, onProblem),
      parts: [],
      isVoid: token.kind === 'void',
      start,
      innerStart: end,
      innerEnd: end,
      end,
    };
    (frames.at(-1)?.parts ?? blocks).push(block);
    if (token.kind === 'void') continue;
    frames.push(block);
    openNames.push(token.name);
    openCount.set(token.name, (openCount.get(token.name) ?? 0) + 1);
  }
  addText(markup.length);
  if (openNames.length > 0) {
    onProblem(
      `${openNames.length} block${openNames.length === 1 ? ' is' : 's are'} never closed: ${[...new Set(openNames)].slice(0, 5).join(', ')}.`,
    );
  }
  if (tooDeep > 0)
    onProblem(`${tooDeep} blocks nest deeper than ${deepestNesting} levels; only their HTML is kept.`);
  while (openNames.length > 0) pop(markup.length, () => markup.length);
  return blocks;
}

function readAttributes(
  token: BlockToken,
  onProblem: (message: string) => void,
): Readonly<Record<string, unknown>> {
  if (token.json === '') return {};
  const value = readJson(token.json);
  if (value) return value;
  onProblem(
    `The attributes of ${token.name} at character ${token.start} are not a JSON object, or too deep; they read as {}.`,
  );
  return {};
}
