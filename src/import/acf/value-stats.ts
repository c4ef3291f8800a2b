import { startOf } from '../../lib/cut-text.ts';
import { isRecord } from '../../lib/records.ts';
import type { FieldKind } from '../../modules/fields/model.ts';

/** Values examined per field; later ones are only counted. */
const maxExamined = 5000;
const maxExample = 120;
/** As many as a field may have. */
const maxChoices = 200;
const maxChoiceLength = 100;
/** Ids remembered to tell what they name. */
const maxIds = 100;

const idText = /^[1-9]\d{0,9}$/;
/** Without leading zeros, which postal codes and telephone numbers have. */
const numberText = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const yes = /^[01]$/;
const dateText = /^(?:1[5-9]|20|21)\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/;
const dateTimeText = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/;
const webAddress = /^https?:\/\/[^\s<>"]+$/i;
const colourText = /^#[0-9a-f]{6}$/i;
const markup =
  /<\/?(?:p|br|a|strong|em|b|i|u|ul|ol|li|h[1-6]|div|span|img|blockquote|figure|table|iframe|hr|pre|code)(?=[\s/>])/i;

const scalarForms = {
  number: numberText,
  boolean: yes,
  date: dateText,
  date_time: dateTimeText,
  link: webAddress,
  colour: colourText,
  id: idText,
} as const;
export type Form = keyof typeof scalarForms | 'ids' | 'texts' | 'place';

export const isForm = (kind: FieldKind): kind is FieldKind & Form =>
  kind === 'place' || Object.hasOwn(scalarForms, kind);

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(Number(value))
      : undefined;

/** The texts of a list; undefined for anything else. */
const textsOf = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map((one) => (isRecord(one) ? textOf(one['ID'] ?? one['id']) : textOf(one)));
  return texts.every((text) => text !== undefined) ? texts : undefined;
};

export { textOf as plainTextOf, textsOf as plainTextsOf };

/** Lists and objects that could not be read; they are no texts. */
const serialized = /^[aOC]:\d+:/;
export const isUnreadable = (value: unknown): boolean => typeof value === 'string' && serialized.test(value);

/** Characters that the values of all fields together may take in memory. */
export class Room {
  #left = 10_000_000;

  take(length: number): boolean {
    if (this.#left < length) return false;
    this.#left -= length;
    return true;
  }
}

/** Facts about all values of a field, in bounded memory. */
export class ValueStats {
  readonly #room: Room;
  /** Values that are not empty. */
  count = 0;
  example = '';
  hasList = false;
  hasRecord = false;
  hasMarkup = false;
  hasLines = false;
  maxLength = 0;
  readonly distinct = new Set<string>();
  /** Whether `distinct` lacks values. */
  hasMore = false;
  readonly ids = new Set<number>();
  #examined = 0;
  readonly #forms = new Set<Form>([
    ...(Object.keys(scalarForms) as (keyof typeof scalarForms)[]),
    'ids',
    'texts',
    'place',
  ]);

  constructor(room: Room) {
    this.#room = room;
  }

  add(value: unknown): void {
    if (isEmptyValue(value) || isUnreadable(value)) return;
    this.count++;
    if (this.#examined >= maxExamined) return;
    this.#examined++;
    const text = textOf(value);
    const texts = textsOf(value);
    if (text !== undefined) this.#addText(text);
    else if (texts) this.#addList(texts);
    else this.#addRecord(value);
  }

  /** Whether all values examined have a form. */
  has(form: Form): boolean {
    return this.count > 0 && this.#forms.has(form);
  }

  #only(isOf: (form: Form) => boolean): void {
    for (const form of this.#forms) if (!isOf(form)) this.#forms.delete(form);
  }

  #addText(text: string): void {
    const plain = text.trim();
    this.#only((form) =>
      form === 'ids'
        ? idText.test(plain)
        : form === 'texts'
          ? plain.length <= maxChoiceLength
          : form !== 'place' && scalarForms[form].test(plain),
    );
    this.#note(plain);
    this.maxLength = Math.max(this.maxLength, text.length);
    this.hasLines ||= /[\r\n]/.test(plain);
    this.hasMarkup ||= markup.test(plain);
    this.#remember(plain);
  }

  #addList(texts: readonly string[]): void {
    this.hasList = true;
    const isIds = texts.every((one) => idText.test(one.trim()));
    const isShort = texts.every((one) => one.trim().length <= maxChoiceLength);
    this.#only((form) => (form === 'ids' ? isIds : form === 'texts' && isShort));
    this.#note(texts.slice(0, 50).join(', '));
    for (const one of texts) this.#remember(one.trim());
  }

  #addRecord(value: unknown): void {
    const url = isRecord(value) && typeof value['url'] === 'string' ? value['url'] : undefined;
    const isPlace = isRecord(value) && Object.hasOwn(value, 'lat') && Object.hasOwn(value, 'lng');
    this.hasRecord = true;
    this.#only((form) => (form === 'link' ? url !== undefined : form === 'place' && isPlace));
    const label = isRecord(value) ? (value['title'] ?? value['address']) : undefined;
    this.#note(typeof label === 'string' && label !== '' ? label : (url ?? ''));
  }

  #note(text: string): void {
    // A copy: part of a string would keep all of it in memory.
    if (this.example === '') this.example = Buffer.from(startOf(text, maxExample)).toString();
  }

  #remember(text: string): void {
    if (text !== '' && text.length <= maxChoiceLength && !this.distinct.has(text)) {
      const isNoted = this.distinct.size < maxChoices && this.#room.take(text.length + 50);
      if (isNoted) this.distinct.add(text);
      else this.hasMore = true;
    }
    if (this.ids.size < maxIds && idText.test(text)) this.ids.add(Number(text));
  }
}

/** Kinds of text, narrow to wide. */
const textKinds = ['text', 'textarea', 'rich_text'] as const satisfies readonly FieldKind[];
export type TextKind = (typeof textKinds)[number];
export const isTextKind = (kind: string): kind is TextKind => textKinds.some((one) => one === kind);

/** The narrowest kind of text that the values fit, at least `least`. */
export function textKindOf(
  { hasMarkup, hasLines, maxLength }: ValueStats,
  least: TextKind = 'text',
): TextKind {
  const needed: TextKind =
    hasMarkup || maxLength > 20_000 ? 'rich_text' : hasLines || maxLength > 1000 ? 'textarea' : 'text';
  return textKinds.indexOf(needed) > textKinds.indexOf(least) ? needed : least;
}

export const widest = (one: FieldKind, other: FieldKind): FieldKind =>
  isTextKind(one) && isTextKind(other) && textKinds.indexOf(other) > textKinds.indexOf(one) ? other : one;
