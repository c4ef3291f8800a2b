import { isRecord } from '../is-record.ts';

/** Typed values of Elementor 4 nested in each other, at most. */
const deepestValue = 10;

/** The plain value of a setting: Elementor 4 wraps each in `{"$$type": …, "value": …}`, and rich text in `{"content": …, "children": […]}`. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (depth > deepestValue || !isRecord(value)) return value;
  if (Object.hasOwn(value, '$$type') && Object.hasOwn(value, 'value'))
    return plainValue(value.value, depth + 1);
  return value;
}

const dynamicKey = '__dynamic__';

/** Settings of a widget or of an item in it. Values that dynamic tags replace are left out: readers never saw them. */
export class WidgetSettings {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #dynamic: Readonly<Record<string, unknown>>;

  constructor(values: unknown) {
    this.#values = isRecord(values) ? values : {};
    const dynamic = Object.hasOwn(this.#values, dynamicKey) ? this.#values[dynamicKey] : undefined;
    this.#dynamic = isRecord(dynamic) ? dynamic : {};
  }

  get(key: string): unknown {
    return Object.hasOwn(this.#values, key) && !Object.hasOwn(this.#dynamic, key)
      ? plainValue(this.#values[key])
      : undefined;
  }

  entries(): [string, unknown][] {
    return Object.keys(this.#values)
      .filter((key) => !key.startsWith('__'))
      .map((key) => [key, this.get(key)]);
  }

  /** Text or HTML; numbers count, everything else is empty. */
  text(...keys: readonly string[]): string {
    for (const key of keys) {
      const value = this.get(key);
      const inner = isRecord(value) && Object.hasOwn(value, 'content') ? plainValue(value.content) : value;
      if (typeof inner === 'string' && inner.trim() !== '') return inner.trim();
      if (typeof inner === 'number') return String(inner);
    }
    return '';
  }

  /** An address: a text, or what holds one as `url`, `destination` or `src`. */
  url(...keys: readonly string[]): string {
    for (const key of keys) {
      const found = urlIn(this.get(key), 0);
      if (found !== '') return found;
    }
    return '';
  }

  image(
    ...keys: readonly string[]
  ): { readonly url: string; readonly oldId?: string; readonly alt?: string } | undefined {
    for (const key of keys) {
      const found = imageIn(this.get(key), 0);
      if (found) return found;
    }
    return undefined;
  }

  /** Settings in a setting. */
  nested(value: unknown): WidgetSettings {
    return new WidgetSettings(plainValue(value));
  }

  items(key: string): WidgetSettings[] {
    const value = this.get(key);
    return Array.isArray(value)
      ? value.slice(0, maxItems).map((item) => new WidgetSettings(plainValue(item)))
      : [];
  }
}

/** Items of one list in a widget. */
const maxItems = 2000;

function urlIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.trim();
  if (!isRecord(value) || depth > deepestValue) return '';
  for (const key of ['url', 'destination', 'href', 'src']) {
    const found = Object.hasOwn(value, key) ? urlIn(plainValue(value[key]), depth + 1) : '';
    if (found !== '') return found;
  }
  return '';
}

/** `{"url": …, "id": …, "alt": …}`; Elementor 4 nests it in `src`. Its placeholder is no picture. */
export function imageIn(
  value: unknown,
  depth: number,
): { readonly url: string; readonly oldId?: string; readonly alt?: string } | undefined {
  if (!isRecord(value) || depth > deepestValue) return undefined;
  if (Object.hasOwn(value, 'src')) return imageIn(plainValue(value.src), depth + 1);
  const own = new WidgetSettings(value);
  const url = own.url('url');
  const id = own.text('id');
  const oldId = /^[1-9]\d{0,12}$/.test(id) ? id : undefined;
  if ((url === '' && oldId === undefined) || /\/elementor\/assets\/images\/placeholder\.png/.test(url))
    return undefined;
  const alt = own.text('alt');
  return { url, ...(oldId === undefined ? {} : { oldId }), ...(alt === '' ? {} : { alt }) };
}
