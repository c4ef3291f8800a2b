import { readJson } from '../json.ts';
import { isRecord } from '../records.ts';
import { splice } from './html-tokens.ts';

/** A parsed block or, with an empty `name`, classic content between blocks. */
export interface ParsedBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly parts: readonly (string | ParsedBlock)[];
  /** Whether it is written as `<!-- wp:name /-->`, without saved HTML. */
  readonly isVoid: boolean;
  /** Offsets in the markup: of the block with its comments, and of the content between these. The text between two blocks is a gap. */
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

/** Maximum nesting; deeper blocks become part of the surrounding one. */
export const deepestNesting = 200;

interface Frame extends ParsedBlock {
  readonly parts: (string | ParsedBlock)[];
  innerEnd: number;
  end: number;
}

/** Whether there is a block comment; a text without one is classic content. */
export function hasBlocks(markup: string): boolean {
  return /<!--\s+\/?wp:/.test(markup);
}

/**
 * Parses block markup like WordPress and repairs it: broken attributes become `{}`, an unclosed block ends with its
 * parent, a stray closing comment is dropped; `onProblem` receives each. Linear in time, at any nesting.
 */
export function parseMarkup(markup: string, onProblem: (message: string) => void): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  const frames: Frame[] = [];
  const openNames: string[] = []; // all open blocks, including those beyond the maximum nesting
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
  /** Closes the innermost open block before `innerEnd`; `endOf` returns the end of its closing comment. */
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
      onProblem(`The closing comment of ${token.name} at character ${token.start} has no opening comment.`);
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
      `${openNames.length} block${openNames.length === 1 ? ' is' : 's are'} not closed: ${[...new Set(openNames)].slice(0, 5).join(', ')}.`,
    );
  }
  if (tooDeep > 0)
    onProblem(
      `${tooDeep} blocks are nested more than ${deepestNesting} levels deep; only their HTML is retained.`,
    );
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
    `The attributes of ${token.name} at character ${token.start} are not a JSON object, or nested too deeply; they are ignored.`,
  );
  return {};
}

/** A block comment: `<!-- wp:name {…} -->`, `<!-- /wp:name -->` or `<!-- wp:name /-->`. Offsets refer to the markup. */
export interface BlockToken {
  readonly kind: 'open' | 'close' | 'void';
  readonly name: string;
  /** The attribute JSON as written; empty without attributes. */
  readonly json: string;
  readonly start: number;
  readonly end: number;
}

const opening = /<!--\s+(\/?)wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)(?=\s)/y;

/**
 * The block comments of a text, in order. Linear in time: WordPress' own pattern backtracks over the rest of the text
 * for every unclosed comment. Other comments are part of the HTML.
 */
export function blockTokens(markup: string): BlockToken[] {
  const tokens: BlockToken[] = [];
  const nextComment = forwardSearch(markup, '<!--');
  const nextEnd = forwardSearch(markup, '-->');
  let start = nextComment(0);
  while (start !== -1) {
    opening.lastIndex = start;
    const match = opening.exec(markup);
    const firstEnd = match ? nextEnd(opening.lastIndex) : -1;
    if (!match || firstEnd === -1) {
      start = nextComment(start + 4);
      continue;
    }
    const bodyStart = opening.lastIndex;
    const end = endOfComment(markup, bodyStart, firstEnd, nextEnd, nextComment(start + 4));
    const body = markup.slice(bodyStart, end - 3).trim();
    if (body !== '' && body !== '/' && !body.startsWith('{')) {
      start = nextComment(start + 4);
      continue;
    }
    const isVoid = body.endsWith('/') && match[1] === '';
    const name = match[2] ?? '';
    tokens.push({
      kind: match[1] === '/' ? 'close' : isVoid ? 'void' : 'open',
      name: name.includes('/') ? name : `core/${name}`,
      json: (isVoid ? body.slice(0, -1) : body).trim(),
      start,
      end,
    });
    start = nextComment(end);
  }
  return tokens;
}

/**
 * The end of a block comment. Attribute values may contain `-->` (editors escape it, users don't), so it is the first
 * one after a closing brace and before the next comment, else where browsers see it.
 */
function endOfComment(
  markup: string,
  bodyStart: number,
  firstEnd: number,
  nextEnd: (from: number) => number,
  followingComment: number,
): number {
  if (!/^\s*\{/.test(markup.slice(bodyStart, Math.min(firstEnd, bodyStart + 100)))) return firstEnd + 3;
  const limit = followingComment === -1 ? markup.length : followingComment;
  for (let end = firstEnd; end !== -1 && end < limit; end = nextEnd(end + 3)) {
    if (/\}\s*\/?$/.test(markup.slice(Math.max(bodyStart, end - 20), end))) return end + 3;
  }
  return firstEnd + 3;
}

/** `indexOf` for increasing start positions, or ones covered by the last answer: the text is scanned only once. */
function forwardSearch(text: string, needle: string): (from: number) => number {
  let lastFrom = -1;
  let found = -2;
  return (from) => {
    if (found === -2 || from < lastFrom || (found !== -1 && found < from)) {
      found = text.indexOf(needle, from);
      lastFrom = from;
    }
    return found;
  };
}

/** The opening comment of a block as written by WordPress, with escaped values. */
export function writeOpening(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  isVoid: boolean,
): string {
  const json = Object.keys(attributes).length === 0 ? '' : `${escapeJson(JSON.stringify(attributes))} `;
  return `<!-- wp:${shortName(name)} ${json}${isVoid ? '/' : ''}-->`;
}

export function writeClosing(name: string): string {
  return `<!-- /wp:${shortName(name)} -->`;
}

function shortName(name: string): string {
  return name.startsWith('core/') ? name.slice(5) : name;
}

function escapeJson(json: string): string {
  return json
    .replaceAll(String.raw`\\`, String.raw`\u005c`)
    .replaceAll('--', String.raw`\u002d\u002d`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll(String.raw`\"`, String.raw`\u0022`);
}

/** Blocks that WordPress always shows (`supports.visibility` of their types is false). */
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

/** Screen widths by editors' names: up to 480 pixels, up to 782, and larger (`theme/article-hidden.css`). */
const widths = ['desktop', 'mobile', 'tablet'] as const;

type Hideable = Pick<ParsedBlock, 'name' | 'attributes'>;

/** Whether an editor hid a block and its content: `metadata.blockVisibility` is exactly `false`, overall or for every screen width. */
export function isHidden(block: Hideable): boolean {
  return visibilityOf(block) === false || hiddenWidths(block).length === widths.length;
}

/** WordPress' classes that hide a block on some screens. Its text still counts as visible. */
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

/** Removes hidden blocks. An unclosed one, as in a truncated text, extends to the end. */
export function withoutHidden(markup: string): string {
  // The name may contain escaped letters. Blocks hidden on pages must not appear in search results, either.
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
  ); // keeps the surrounding words apart
}
