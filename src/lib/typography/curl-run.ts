import { decodeEntities } from '../plain-text.ts';
import { apostrophe, doublePrime, ellipsis, emDash, enDash, prime, times, trademark } from './marks.ts';
import type { Marks, Pair } from './marks.ts';

type Kind = 'double' | 'single';

/** The context before a run of text on its line. */
export interface Lead {
  /** The character before; empty at the start of a line. A quotation mark counts as the bracket it resembles. */
  readonly before: string;
  readonly open: Readonly<Record<Kind, boolean>>;
  /** Whether the start of a URL ends the text before: `<span>https://</span>x.test`. */
  readonly inAddress: boolean;
}

export const lineStart: Lead = { before: '', open: { single: false, double: false }, inAddress: false };

export interface Writing {
  readonly marks: Marks;
  /** Whether the text is HTML: `&nbsp;` is one character, and marks are written as references. */
  readonly isHtml: boolean;
}

/**
 * A part of the run that may be replaced by a mark. A quote without a mark ends a quotation, is a prime, or stays
 * unchanged; hyphens are decided last.
 */
interface Spot {
  readonly at: number;
  readonly end: number;
  readonly quote: Kind | undefined;
  mark: string | undefined;
  role: 'open' | 'close' | undefined;
}

/** Objects of one shape, since a text may contain very many. */
const spot = (at: number, end: number, mark?: string, quote?: Kind, role?: 'open' | 'close'): Spot => ({
  at,
  end,
  quote,
  mark,
  role,
});

/** Shortcodes and URLs come first, since their content is skipped. `findSpots` checks the context of some. */
const spots = /\[[a-zA-Z][\w-]*\s[^\][]+\]|``|''|["']|-+|\.{3}|\(tm\)|x|[Hh]ttps?:\/\/|[Ww]ww\./g;
const mayHoldSpots = /["'`-]|\.{3}|\(tm\)|\dx\d/;
/** The end of a URL: white space and quotation marks are never part of it; an apostrophe may be. */
const addressEnd = /[\s<"]|&(?:nbsp|lt|#160);|'(?=$|[\s<"'.,:;!?)\]}])|$/g;
const addressStartAtEnd = /\b(?:https?:\/\/(?:www\.)?|www\.)$/i;
const maxAddressStartLength = 13;
const clipped = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)(?![\p{L}\p{N}])/iuy;
const year = /'\d\d(?!\d|%|[.,]\d)/y;
const quotedNumber = { single: /'\d+(?:[.,]\d+)*[.,]?'/y, double: /"\d+(?:[.,]\d+)*[.,]?"/y };
const entityAtEnd = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,7});$/i;
const entityAtStart = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,7});/i;
const maxEntityLength = 10;

/** Text that may follow a closing quote. */
const ending = /^(?:$|[\s.,:;!?)}\]>-])/;
const opening = /^[([{<-]$/;

const isSpace = (char: string): boolean => char === '' || char === ' ' || /^\s$/.test(char);
const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/**
 * Applies `wptexturize`'s marks to a run of text between two tags, and returns the context of the next run. `next`: the
 * following character, or empty at the end of the line. Linear in time, idempotent.
 */
export function curlRun(
  run: string,
  lead: Lead,
  next: string,
  { marks, isHtml }: Writing,
): Lead & { readonly text: string } {
  const line = new Line(run, lead.before, next, isHtml);
  const inAddress = addressStartAtEnd.test(run.slice(-maxAddressStartLength));
  if (!mayHoldSpots.test(run))
    return { text: run, before: line.before(run.length), open: lead.open, inAddress };
  const found = findSpots(line, marks, lead.inAddress ? endOfAddress(run, 0) : 0);
  const single = endQuotations(
    line,
    found.filter(({ quote }) => quote === 'single'),
    marks.single,
    prime,
    lead.open.single,
  );
  const double = endQuotations(
    line,
    found.filter(({ quote }) => quote === 'double'),
    marks.double,
    doublePrime,
    lead.open.double,
  );
  let text = '';
  let at = 0;
  for (const [index, one] of found.entries()) {
    if (run.charAt(one.at) === '-') one.mark = dashes(line, one, found[index - 1], found[index + 1]);
    if (one.mark === undefined) continue;
    text += run.slice(at, one.at) + (isHtml ? referencesFor(one.mark) : one.mark);
    at = one.end;
  }
  return {
    text: text + run.slice(at),
    before: lastCharacter(line, found.at(-1)),
    open: { single, double },
    inAddress,
  };
}

function lastCharacter(line: Line, last: Spot | undefined): string {
  const { length } = line.run;
  if (last?.end !== length || last.mark === undefined) return line.before(length);
  const char = last.mark.slice(-1);
  return last.role === undefined || isSpace(char) ? char : last.role === 'open' ? '(' : ')';
}

/** A mark as WordPress writes it. */
function referencesFor(mark: string): string {
  return mark.replace(/[^\0-\x7f]/gu, (char) => `&#${char.codePointAt(0)};`);
}

class Line {
  readonly run: string;
  readonly #lead: string;
  readonly #next: string;
  readonly #isHtml: boolean;

  constructor(run: string, lead: string, next: string, isHtml: boolean) {
    this.run = run;
    this.#lead = lead;
    this.#next = next;
    this.#isHtml = isHtml;
  }

  /** The character that ends before an offset; empty at the start of the line. */
  before(at: number): string {
    if (at === 0) return this.#lead;
    const char = this.run.charAt(at - 1);
    const entity =
      char === ';' && this.#isHtml
        ? entityAtEnd.exec(this.run.slice(Math.max(0, at - maxEntityLength), at))
        : null;
    if (entity) return decodeEntities(entity[0]);
    return char >= '\udc00' && char <= '\udfff' ? this.run.slice(at - 2, at) : char;
  }

  /** The character at an offset; empty at the end of the line. */
  after(at: number): string {
    return at === this.run.length ? this.#next : firstCharacter(this.run, at, this.#isHtml);
  }

  /** The end of a sticky expression's match at an offset; undefined when it doesn't match. */
  endOf(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.run) ? pattern.lastIndex : undefined;
  }
}

export function firstCharacter(text: string, at: number, isHtml: boolean): string {
  const entity =
    isHtml && text.charAt(at) === '&' ? entityAtStart.exec(text.slice(at, at + maxEntityLength)) : null;
  return entity ? decodeEntities(entity[0]) : String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The end of a URL that started before `from`. */
function endOfAddress(run: string, from: number): number {
  addressEnd.lastIndex = from;
  return addressEnd.exec(run)?.index ?? run.length;
}

function findSpots(line: Line, marks: Marks, from: number): Spot[] {
  const found: Spot[] = [];
  const { run } = line;
  spots.lastIndex = from;
  for (let match = spots.exec(run); match; match = spots.exec(run)) {
    const [whole] = match;
    const at = match.index;
    const end = at + whole.length;
    switch (whole) {
      case '"':
        doubleQuote(line, at, marks.double, found);
        break;
      case "'":
        singleQuote(line, at, marks, found);
        break;
      case '``':
        found.push(spot(at, end, marks.double.open, 'double', 'open'));
        break;
      case "''":
        found.push(spot(at, end, marks.double.close, 'double', 'close'));
        break;
      case '...':
        found.push(spot(at, end, ellipsis));
        break;
      case '(tm)':
        if (run.charAt(at - 1) === ' ') found.push(spot(at, end, trademark));
        break;
      case 'x':
        if (isDigit(run.charAt(at - 1)) && isDigit(run.charAt(end)) && multiplies(run, at))
          found.push(spot(at, end, times));
        break;
      default:
        if (whole.startsWith('-')) found.push(spot(at, end));
        else if (!whole.startsWith('['))
          spots.lastIndex = /\w/.test(run.charAt(at - 1)) ? at + 1 : endOfAddress(run, end);
        else if (!/=["']/.test(whole)) spots.lastIndex = at + 1; // brackets in the text
    }
    spots.lastIndex = Math.max(spots.lastIndex, found.at(-1)?.end ?? 0);
  }
  return found;
}

/** Adds a single quote with the mark that its context determines, and a quote after a number together with it. */
function singleQuote(line: Line, at: number, marks: Marks, found: Spot[]): void {
  const before = line.before(at);
  const after = line.after(at + 1);
  const add = (mark?: string, role?: 'open' | 'close') =>
    void found.push(spot(at, at + 1, mark, 'single', role));
  if (line.endOf(clipped, at) !== undefined) return add(apostrophe);
  const yearEnd = line.endOf(year, at);
  if (yearEnd !== undefined) {
    add(apostrophe);
    const quote = ({ "'": 'single', '"': 'double' } as const)[line.run.charAt(yearEnd)];
    if (quote && ending.test(line.after(yearEnd + 1)))
      found.push(spot(yearEnd, yearEnd + 1, marks[quote].close, quote, 'close'));
    return;
  }
  const number = isSpace(before) ? line.endOf(quotedNumber.single, at) : undefined;
  if (number !== undefined) {
    add(marks.single.open, 'open');
    found.push(spot(number - 1, number, marks.single.close, 'single', 'close'));
    return;
  }
  const isWithin = isInside(at, found.at(-1)) || (before === '"' && !ending.test(after));
  if (isSpace(before) || opening.test(before) || isWithin || opensBehindTag(at, before, after))
    add(marks.single.open, 'open');
  else add(ending.test(after) || /^["'({[<]/.test(after) ? undefined : apostrophe);
}

function doubleQuote(line: Line, at: number, { open, close }: Pair, found: Spot[]): void {
  const before = line.before(at);
  const after = line.after(at + 1);
  const beside = found.at(-1);
  const number = isSpace(before) ? line.endOf(quotedNumber.double, at) : undefined;
  const mayOpen =
    isSpace(before) ||
    opening.test(before) ||
    (beside?.quote === 'single' && isInside(at, beside)) ||
    opensBehindTag(at, before, after);
  const isOpening = number !== undefined || (mayOpen && (after === '' || !isSpace(after)));
  found.push(isOpening ? spot(at, at + 1, open, 'double', 'open') : spot(at, at + 1, undefined, 'double'));
  if (number !== undefined) found.push(spot(number - 1, number, close, 'double', 'close'));
}

const isInside = (at: number, beside: Spot | undefined): boolean =>
  beside?.end === at && beside.role === 'open';

/** `<b>She said:</b>"Go"`. */
const opensBehindTag = (at: number, before: string, after: string): boolean =>
  at === 0 && /^[:;,.!?=/|+*–—…>]$/.test(before) && /^[\p{L}\p{N}]/u.test(after);

/** Marks of adjacent quotes may contain spaces. */
function dashes(line: Line, { at, end }: Spot, before: Spot | undefined, after: Spot | undefined): string {
  const isAlone =
    isSpace(before?.end === at && before.mark !== undefined ? before.mark.slice(-1) : line.before(at)) &&
    isSpace(after?.at === end && after.mark !== undefined ? after.mark.slice(0, 1) : line.after(end));
  switch (end - at) {
    case 1:
      return isAlone ? enDash : '-';
    case 2:
      return isAlone ? emDash : line.run.slice(Math.max(0, at - 2), at) === 'xn' ? '--' : enDash;
    default:
      return emDash.repeat(Math.floor((end - at) / 3)) + (['', '-', enDash][(end - at) % 3] ?? '');
  }
}

/** Whether an `x` is between two whole numbers: not in `0x1f`, nor in `3x2x1`. */
function multiplies(run: string, at: number): boolean {
  let from = at;
  while (isDigit(run.charAt(from - 1))) from--;
  let to = at + 1;
  while (isDigit(run.charAt(to))) to++;
  const isNought =
    from === at - 1 && run.charAt(from) === '0' && !/\d[.,]$/.test(run.slice(Math.max(0, from - 2), from));
  return !isNought && !/\w/.test(run.charAt(from - 1)) && !/\w/.test(run.charAt(to));
}

/** Assigns marks to the remaining quotes of one kind, and returns whether a quotation is open at the end. */
function endQuotations(
  line: Line,
  quotes: readonly Spot[],
  pair: Pair,
  primeMark: string,
  isOpen: boolean,
): boolean {
  let open = isOpen;
  let from = 0;
  for (const [index, quote] of quotes.entries()) {
    if (quote.role !== 'open') continue;
    endQuotation(line, quotes.slice(from, index), pair, primeMark, open);
    open = true;
    from = index + 1;
  }
  return endQuotation(line, quotes.slice(from), pair, primeMark, open);
}

/**
 * Decides the quotes between two opening ones: those that may end the open quotation do, others after a digit are
 * primes. If all candidates follow digits, the last one before a full stop ends it, else the last one.
 */
function endQuotation(
  line: Line,
  quotes: readonly Spot[],
  pair: Pair,
  primeMark: string,
  isOpen: boolean,
): boolean {
  const undecided = quotes.filter(({ mark }) => mark === undefined);
  const behindDigit = ({ at }: Spot) => isDigit(line.run.charAt(at - 1));
  const close = (quote: Spot) => {
    quote.mark = pair.close;
    quote.role = 'close';
  };
  const candidates =
    isOpen && undecided.length === quotes.length ? undecided.filter((quote) => mayEnd(line, quote)) : [];
  const sure = candidates.length > 1 ? candidates.filter((quote) => !behindDigit(quote)) : candidates;
  sure.forEach(close);
  const likely =
    sure.length > 0
      ? undefined
      : (candidates.findLast(({ end }) => line.run.charAt(end) === '.') ?? candidates.at(-1));
  if (likely) close(likely);
  for (const quote of undecided) {
    if (quote.mark !== undefined) continue;
    if (behindDigit(quote)) quote.mark = primeMark;
    else if (quote.quote === 'double' || mayEnd(line, quote)) close(quote);
  }
  return isOpen && !quotes.some(({ role }) => role === 'close');
}

function mayEnd(line: Line, { end, quote }: Spot): boolean {
  const after = line.after(end);
  return end === line.run.length || ending.test(after) || (quote === 'single' && after === '"');
}
