/** Data that PHP's `serialize` can write. Arrays and objects become maps, so that keys such as `__proto__` are harmless. */
type PhpValue = null | boolean | number | string | PhpMap;
export type PhpMap = ReadonlyMap<string, PhpValue>;

/** Maximum nesting; plugins' settings need less. */
const maxDepth = 32;
const maxLength = 4 * 1024 * 1024;

class Malformed extends Error {}

/**
 * Parses PHP's `serialize` format; undefined for other texts. Lengths count UTF-8 bytes. Objects become maps of their
 * properties; nothing is instantiated or executed.
 */
export function unserialize(text: string): PhpValue | undefined {
  if (text.length > maxLength || !/^(?:N;|[bid]:|[saO]:\d)/.test(text)) return undefined;
  const reader = new Reader(Buffer.from(text));
  try {
    const value = reader.value(0);
    return reader.ended ? value : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** The map in a text; empty for any other value. */
export function unserializeMap(text: string): PhpMap {
  const value = unserialize(text);
  return value instanceof Map ? value : new Map<string, PhpValue>();
}

export function phpText(value: PhpValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : value === true ? '1' : '';
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): PhpValue {
    if (depth > maxDepth) throw new Malformed();
    const type = String.fromCharCode(this.#bytes[this.#at] ?? 0);
    this.#at++;
    if (type === 'N') return this.#expect(';', null);
    this.#expect(':', null);
    if (type === 'b') return this.#until(';', /^[01]$/) === '1';
    if (type === 'i') return Number(this.#until(';', /^[+-]?\d{1,20}$/));
    if (type === 'd')
      return Number(
        this.#until(';', /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[+-]?\d+)?|-?INF|NAN)$/i).replace(
          'INF',
          'Infinity',
        ),
      );
    if (type === 's') return this.#expect(';', this.#string());
    if (type === 'a') return this.#map(depth);
    if (type === 'O') {
      this.#string(); // skips the class name
      return this.#expect(':', null) ?? this.#map(depth);
    }
    throw new Malformed(); // references and custom formats are meaningless outside of PHP
  }

  #map(depth: number): PhpMap {
    const count = Number(this.#until(':', /^\d{1,7}$/));
    this.#expect('{', null);
    const map = new Map<string, PhpValue>();
    for (let entry = 0; entry < count; entry++) {
      const key = this.value(maxDepth); // a key has no nested value
      if (typeof key !== 'string' && typeof key !== 'number') throw new Malformed();
      map.set(String(key), this.value(depth + 1));
    }
    return this.#expect('}', map);
  }

  /** `5:"hello"`, without the terminator. */
  #string(): string {
    const length = Number(this.#until(':', /^\d{1,8}$/));
    this.#expect('"', null);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Malformed();
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return this.#expect('"', text);
  }

  #until(mark: string, form: RegExp): string {
    const end = this.#bytes.indexOf(mark, this.#at);
    const text = end < 0 || end - this.#at > 40 ? '' : this.#bytes.toString('latin1', this.#at, end);
    if (!form.test(text)) throw new Malformed();
    this.#at = end + 1;
    return text;
  }

  #expect<Value>(mark: string, value: Value): Value {
    if (this.#bytes[this.#at] !== mark.charCodeAt(0)) throw new Malformed();
    this.#at++;
    return value;
  }
}

/** A serialized PHP value in the shape of JSON; undefined for other texts. Objects are read as data and never instantiated. */
export function readPhpData(text: string): unknown {
  const value = unserialize(text);
  return value === undefined ? undefined : plainPhp(value);
}

function plainPhp(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...value];
  if (entries.every(([key], index) => key === String(index)))
    return entries.map(([, inner]) => plainPhp(inner));
  return Object.fromEntries(
    entries.filter(([key]) => key !== '__proto__').map(([key, inner]) => [key, plainPhp(inner)]),
  );
}

/** The output of PHP's `serialize`, for texts, whole numbers, booleans, lists and records of them. */
export function serializePhp(value: unknown): string {
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  if (typeof value === 'number') return `i:${value};`;
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  const entries = Object.entries(value as object);
  const key = (name: string) => (Array.isArray(value) ? `i:${name};` : serializePhp(name));
  return `a:${entries.length}:{${entries.map(([name, inner]) => key(name) + serializePhp(inner)).join('')}}`;
}
