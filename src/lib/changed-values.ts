import { isRecord } from './records.ts';

/** A changed value, or one changed part of a structured value. */
export interface ChangedPart {
  /** Keys that lead to the part; empty: the whole value. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Parts and depth that are listed; the rest is counted or shown as one part. */
const maxParts = 20;
const maxDepth = 4;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Splits a change of an object into the changes of its parts, at most 20; other values are one part. */
export function changedParts(before: unknown, after: unknown): readonly ChangedPart[] {
  return partsOf(before, after, []).slice(0, maxParts);
}

function partsOf(before: unknown, after: unknown, path: readonly string[]): ChangedPart[] {
  const [left, right] = [before ?? {}, after ?? {}];
  const isStructured = (isRecord(before) || isRecord(after)) && isRecord(left) && isRecord(right);
  if (!isStructured || path.length >= maxDepth) return [{ path, before, after }];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((key) => !isSame(left[key], right[key]))
    .flatMap((key) => partsOf(left[key], right[key], [...path, key]));
}

/** A key in words: `push_daily` and `pushDaily` become “push daily”. */
export const keyWords = (key: string): string =>
  key
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim();

/** Words for values that are not text. */
export interface ValueWords {
  readonly on: string;
  readonly off: string;
}

/** The parts of a value's JSON Schema that name its values. */
export interface ValueLabels {
  readonly labels?: Readonly<Record<string, string>>;
  readonly items?: ValueLabels;
}

/** A value in words, never as JSON; empty for none. Values in `labels` are named by them. */
export function valueInWords(value: unknown, { labels, items }: ValueLabels, words: ValueWords): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    return labels && Object.hasOwn(labels, text) ? (labels[text] ?? text) : text;
  }
  if (Array.isArray(value))
    return value
      .map((one) => valueInWords(one, items ?? {}, words))
      .filter(Boolean)
      .join(', ');
  return Object.entries(value)
    .map(([key, one]) => [keyWords(key), valueInWords(one, {}, words)] as const)
    .filter(([, one]) => one !== '')
    .map(([key, one]) => `${key}: ${one}`)
    .join(', ');
}

const contextLength = 16;

/** The part of a long text that differs from `other`, with some context; at most `maxLength` characters and ellipses. */
export function differingPart(text: string, other: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start++;
  const from = start === text.length ? 0 : Math.max(0, start - contextLength);
  const part = text.slice(from, from + maxLength).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + maxLength < text.length ? '…' : ''}`;
}
