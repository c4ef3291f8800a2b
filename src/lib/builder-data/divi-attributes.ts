import { isRecord } from '../records.ts';
import { readJson } from '../json.ts';
import { isRealLink } from './parts.ts';
import type { PartImage } from './parts.ts';

type Values = Readonly<Record<string, unknown>>;

const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce(own, value);
}

/** `{"desktop": {"value": …}, "phone": …}`: the value of the widest screen that has one. */
export function widestValue(responsive: unknown): unknown {
  if (!isRecord(responsive)) return undefined;
  const desktop = at(responsive, ['desktop', 'value']);
  if (desktop !== undefined) return desktop;
  return Object.values(responsive)
    .map((screen) => own(screen, 'value'))
    .find((value) => value !== undefined);
}

/** Divi's dynamic values, filled in when a page is rendered: `$variable({…})$`. */
const variable = /\$variable\([^$]*\)\$/g;

/** Text or HTML; numbers are converted, everything else is empty. */
export function diviText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replace(variable, '').trim();
  return isRecord(value) ? diviText(own(value, 'text')) : '';
}

const screens = ['desktop', 'tablet', 'phone'] as const;

/** The attributes of a module: `{"title": {"innerContent": …, "advanced": …, "decoration": …}, "module": …}`. */
export class DiviAttributes {
  readonly #elements: Values;

  constructor(json: string) {
    const parsed = json === '' ? undefined : readJson(json);
    const nested = own(parsed, 'attrs');
    this.#elements = isRecord(nested) ? nested : (parsed ?? {});
  }

  get names(): string[] {
    return Object.keys(this.#elements).filter(
      (name) => name !== 'module' && isRecord(own(this.#elements, name)),
    );
  }

  get isHidden(): boolean {
    const disabled = at(this.#elements, ['module', 'decoration', 'disabledOn']);
    return screens.every((screen) => at(disabled, [screen, 'value']) === 'on');
  }

  content(name: string): unknown {
    return widestValue(at(this.#elements, [name, 'innerContent']));
  }

  advanced(name: string, key: string): unknown {
    return widestValue(at(this.#elements, [name, 'advanced', key]));
  }

  text(...names: readonly string[]): string {
    return names.map((name) => diviText(this.content(name))).find((text) => text !== '') ?? '';
  }

  /** The tag name of a heading: `h2`. */
  level(name: string, usual: string): string {
    const level = diviText(
      own(widestValue(at(this.#elements, [name, 'decoration', 'font', 'font'])), 'headingLevel'),
    );
    return /^h[1-6]$/.test(level) ? level : usual;
  }

  url(...names: readonly string[]): string {
    for (const name of names) {
      const value = this.content(name);
      const found =
        typeof value === 'string'
          ? addressIn(value)
          : urlIn(value, ['linkUrl', 'url', 'link', 'href', 'src']);
      if (found !== '') return found;
    }
    return '';
  }

  get link(): string {
    return urlIn(this.advanced('module', 'link'), ['url', 'linkUrl']);
  }

  image(...names: readonly string[]): PartImage | undefined {
    return names.map((name) => diviImage(this.content(name))).find((image) => image !== undefined);
  }

  get background(): PartImage | undefined {
    const background = widestValue(at(this.#elements, ['module', 'decoration', 'background']));
    const url = urlIn(own(background, 'image'), ['url', 'src']);
    return url === '' ? undefined : { url };
  }

  /** The settings of all parts by name, for lists of posts. If a name occurs twice, the first counts. */
  listSettings(): Record<string, unknown> {
    const settings: Record<string, unknown> = {};
    for (const name of ['post', ...Object.keys(this.#elements)]) {
      const advanced = at(this.#elements, [name, 'advanced']);
      for (const [key, value] of Object.entries(isRecord(advanced) ? advanced : {}).slice(0, 100)) {
        const plain = widestValue(value);
        const known = key === 'type' ? 'post_type' : key;
        if (plain === undefined || plain === '' || Object.hasOwn(settings, known) || known === '__proto__')
          continue;
        if (name === 'post' || listKey.test(known)) settings[known] = plain;
      }
    }
    const title = this.text('sectionTitle', 'moduleTitle');
    return title === '' ? settings : { ...settings, title };
  }
}

const listKey = /posts?number|categor|offset|orderby|layout|^show|tags?$/i;

const addressIn = (text: string): string =>
  /^(?:(?:https?:)?\/\/|\/|#|mailto:|tel:)\S+$/i.test(text.trim()) ? text.trim() : '';

function urlIn(value: unknown, keys: readonly string[]): string {
  for (const key of keys) {
    const found = own(value, key);
    const text = typeof found === 'string' ? diviText(found) : '';
    if (text !== '') return text;
  }
  return '';
}

/** `{"src": …, "alt": …, "linkUrl": …}`; icons are not pictures. */
export function diviImage(value: unknown): PartImage | undefined {
  if (own(value, 'useIcon') === 'on') return undefined;
  const url = typeof value === 'string' ? addressIn(value) : urlIn(value, ['src', 'url']);
  if (url === '') return undefined;
  const alt = diviText(own(value, 'alt')) || diviText(own(value, 'titleText'));
  const link = urlIn(value, ['linkUrl']);
  return { url, ...(alt === '' ? {} : { alt }), ...(isRealLink(link) ? { link } : {}) };
}
