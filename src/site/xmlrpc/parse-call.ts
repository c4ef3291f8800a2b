import sax from 'sax';
import { isUtf8 } from '../../lib/encodings.ts';
import { parseFault, structureFault, XmlRpcFault } from './fault.ts';
import { IsoDate, SentBits } from './values.ts';
import type { ReceivedStruct, ReceivedValue } from './values.ts';

/** Limits per call. Elements and depth suffice for a struct of structs of lists; text is in characters. */
const limits = { elements: 30_000, depth: 64, text: 10 * 1024 * 1024 } as const;

const scalars: ReadonlySet<string> = new Set([
  'string',
  'int',
  'i4',
  'i8',
  'boolean',
  'double',
  'dateTime.iso8601',
  'base64',
  'nil',
]);
const children: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['', new Set(['methodCall'])],
  ['methodCall', new Set(['methodName', 'params'])],
  ['params', new Set(['param'])],
  ['param', new Set(['value'])],
  ['value', new Set([...scalars, 'array', 'struct'])],
  ['array', new Set(['data'])],
  ['data', new Set(['value'])],
  ['struct', new Set(['member'])],
  ['member', new Set(['name', 'value'])],
]);
const texts: ReadonlySet<string> = new Set([...scalars, 'value', 'name', 'methodName']);

interface Element {
  readonly name: string;
  text: string;
  value: ReceivedValue | undefined;
  memberName: string | undefined;
  readonly list: ReceivedValue[];
  readonly members: Record<string, ReceivedValue>;
}

/** Characters that XML 1.0 forbids. */
// oxlint-disable-next-line no-control-regex -- these very characters are meant
const impossible = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const blank = /^[\t\n\r ]*$/;

/** Streaming parser of a `methodCall`, in linear time. Supports no document types, so no entities to expand or fetch. Throws `XmlRpcFault`. */
export class CallParser {
  /** Set once its element is complete. */
  method: string | undefined;
  readonly params: ReceivedValue[] = [];
  readonly #parser = sax.parser(true);
  readonly #bringsFile: (method: string) => boolean;
  readonly #open: Element[] = [];
  #retainsBase64 = false;
  #bits: Buffer[] = [];
  /** Base64 digits that don't make a whole byte yet. */
  #digits = '';
  #hasBits = false;
  #elements = 0;
  #length = 0;
  #isComplete = false;

  /** `bringsFile`: whether a method's base64 is a file, decoded as it arrives (`takeBits`). Otherwise base64 is text. */
  constructor(bringsFile: (method: string) => boolean) {
    this.#bringsFile = bringsFile;
    const refuse = () => {
      throw parseFault();
    };
    const callbacks: Partial<sax.SAXParser> = {
      onerror: refuse,
      ondoctype: refuse,
      onsgmldeclaration: refuse,
      onopentag: ({ name }) => this.#onOpen(name),
      onclosetag: () => this.#onClose(),
      ontext: (text) => this.#onText(text),
      oncdata: (text) => this.#onText(text),
    };
    Object.assign(this.#parser, callbacks);
  }

  write(text: string): void {
    if (text !== '') this.#parser.write(text);
  }

  /** Throws if the call is incomplete. */
  end(): void {
    this.#parser.close();
    if (!this.#isComplete) throw parseFault();
    if (this.method === undefined || this.method === '') throw structureFault();
  }

  /** Returns the file's bytes since the last call. */
  takeBits(): Buffer[] {
    const bits = this.#bits;
    this.#bits = [];
    return bits;
  }

  #onOpen(name: string): void {
    const parent = this.#open.at(-1);
    if (this.#isComplete || !children.get(parent?.name ?? '')?.has(name)) throw structureFault();
    if (++this.#elements > limits.elements || this.#open.length >= limits.depth)
      throw new XmlRpcFault(-32_600, 'server error. too many or too deep elements');
    const isSecond =
      parent?.value !== undefined ||
      (name === 'methodName' && this.method !== undefined) ||
      (name === 'params' && this.method === undefined);
    if (isSecond && parent?.name !== 'data') throw structureFault();
    if (name === 'base64' && this.#retainsBase64) {
      if (this.#hasBits)
        throw new XmlRpcFault(400, 'A call can contain only one file. Send the others in separate calls.');
      this.#hasBits = true;
    }
    this.#open.push({
      name,
      text: '',
      value: undefined,
      memberName: undefined,
      list: [],
      members: Object.create(null) as Record<string, ReceivedValue>,
    });
  }

  #onText(text: string): void {
    const element = this.#open.at(-1);
    if (element?.name === 'base64' && this.#retainsBase64) return this.#onBits(text);
    if (!element || !texts.has(element.name)) {
      if (!blank.test(text)) throw structureFault();
      return;
    }
    if (impossible.test(text)) throw parseFault();
    this.#length += text.length;
    if (this.#length > limits.text)
      throw new XmlRpcFault(413, `The text is too long; the maximum is ${limits.text / 2 ** 20} MB.`);
    element.text += text;
  }

  #onBits(text: string): void {
    const digits = this.#digits + text.replaceAll(/[\t\n\r ]+/g, '');
    if (digits === '') return;
    if (!/^[\d+/A-Za-z]*={0,2}$/.test(digits)) throw parseFault();
    const whole = digits.length - (digits.length % 4);
    // Keeps padding in front of the next chunk, so that digits after it are refused.
    const end = digits.includes('=') ? 0 : whole;
    if (end > 0) this.#bits.push(Buffer.from(digits.slice(0, end), 'base64'));
    this.#digits = digits.slice(end);
  }

  #onClose(): void {
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!element) throw parseFault();
    const { name, text, value } = element;
    if (!text.isWellFormed()) throw parseFault();
    if (scalars.has(name) && parent)
      parent.value = name === 'base64' && this.#retainsBase64 ? this.#endBits() : scalar(name, text);
    else if (name === 'methodName') {
      this.method = text.trim();
      this.#retainsBase64 = this.#bringsFile(this.method);
    } else if (name === 'methodCall') this.#isComplete = true;
    else if (name === 'name' && parent) parent.memberName = text;
    else if (name === 'data' && parent) parent.value = element.list;
    else if (name === 'array' && parent) parent.value = value ?? [];
    else if (name === 'struct' && parent) parent.value = element.members as ReceivedStruct;
    else if (name === 'value' && parent) this.#onValue(parent, element);
    else if (name === 'member' && parent) {
      if (element.memberName === undefined || value === undefined) throw structureFault();
      parent.members[element.memberName] = value;
    } else if (name === 'param') {
      if (value === undefined) throw structureFault();
      this.params.push(value);
    }
  }

  #onValue(parent: Element, { text, value }: Element): void {
    if (value !== undefined && !blank.test(text)) throw structureFault();
    const read = value === undefined ? text : value;
    if (parent.name === 'data') parent.list.push(read);
    else parent.value = read;
  }

  #endBits(): SentBits {
    const rest = this.#digits;
    const over = (rest.split('=', 1)[0] ?? '').length % 4;
    if (over === 1 || (over === 0 && rest !== '')) throw parseFault();
    if (rest !== '') this.#bits.push(Buffer.from(rest, 'base64'));
    this.#digits = '';
    return new SentBits();
  }
}

/** The value of a scalar element. Throws `XmlRpcFault` if its text is invalid. */
function scalar(type: string, text: string): ReceivedValue {
  const trimmed = text.trim();
  switch (type) {
    case 'int':
    case 'i4':
    case 'i8':
      return numberIn(trimmed, /^[+-]?\d{1,16}$/, Number.isSafeInteger);
    case 'double':
      return numberIn(trimmed, /^[\d+.Ee-]{1,60}$/);
    case 'boolean':
      return booleanIn(trimmed);
    case 'dateTime.iso8601':
      return new IsoDate(trimmed);
    case 'base64':
      return textIn(trimmed);
    case 'nil':
      return null;
    default:
      return text;
  }
}

const wrongValue = (type: string) =>
  new XmlRpcFault(400, `The call contains a value that is not a valid ${type}.`);

function numberIn(text: string, pattern: RegExp, isNumber = Number.isFinite): number {
  if (!pattern.test(text) || !isNumber(Number(text))) throw wrongValue('number');
  return Number(text);
}

function booleanIn(text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw wrongValue('boolean');
}

/** Some clients send non-ASCII text as base64. */
function textIn(digits: string): string {
  const bytes = Buffer.from(digits, 'base64');
  if (!isUtf8(bytes)) throw new XmlRpcFault(400, 'The call contains base64 that is not UTF-8 text.');
  const text = bytes.toString();
  if (impossible.test(text)) throw parseFault();
  return text;
}
