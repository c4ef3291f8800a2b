/** A block comment: `<!-- wp:name {…} -->`, `<!-- /wp:name -->` or `<!-- wp:name /-->`. Offsets are into the markup. */
export interface BlockToken {
  readonly kind: 'open' | 'close' | 'void';
  /** With its namespace (`core/paragraph`). */
  readonly name: string;
  /** The attribute JSON as written; empty when there is none. */
  readonly json: string;
  readonly start: number;
  readonly end: number;
}

const opening = /<!--\s+(\/?)wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)(?=\s)/y;

/**
 * The block comments of a text, in order and in linear time whatever the text: WordPress' own pattern backtracks over the whole rest of a text for every
 * comment that never ends.
 * Comments that are no block comments are left to the HTML around them.
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
 * Behind the comment's `-->`. Attribute values may hold `-->` themselves (editors escape it, people don't), so with attributes the end is the first one behind
 * a closing brace before the next comment begins; without such a one, where a browser sees it.
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

/** `indexOf` for questions that only move forward, or back to where the last answer still holds: the text is walked once. */
function forwardSearch(text: string, wanted: string): (from: number) => number {
  let askedFrom = -1;
  let found = -2;
  return (from) => {
    if (found === -2 || from < askedFrom || (found !== -1 && found < from)) {
      found = text.indexOf(wanted, from);
      askedFrom = from;
    }
    return found;
  };
}
