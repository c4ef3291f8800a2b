import { isRecord } from '../records.ts';
import { isSettingValue } from '../setting-value.ts';
import { isBlockHtml, isRealLink } from './parts.ts';
import type { Part, PartImage } from './parts.ts';

/** Maximum nesting of Elementor 4's typed values. */
const maxValueDepth = 10;

/** The plain value of a setting: Elementor 4 wraps each in `{"$$type": …, "value": …}`, and rich text in `{"content": …, "children": […]}`. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (depth > maxValueDepth || !isRecord(value)) return value;
  if (Object.hasOwn(value, '$$type') && Object.hasOwn(value, 'value'))
    return plainValue(value.value, depth + 1);
  return value;
}

const dynamicKey = '__dynamic__';

/** Settings of a widget or of an item in it. Values replaced by dynamic tags are left out, since readers never saw them. */
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

  /** Text or HTML; numbers are converted, everything else is empty. */
  text(...keys: readonly string[]): string {
    for (const key of keys) {
      const value = this.get(key);
      const inner = isRecord(value) && Object.hasOwn(value, 'content') ? plainValue(value.content) : value;
      if (typeof inner === 'string' && inner.trim() !== '') return inner.trim();
      if (typeof inner === 'number') return String(inner);
    }
    return '';
  }

  /** A URL: a text, or an object with `url`, `destination` or `src`. */
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

const maxItems = 2000;

function urlIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.trim();
  if (!isRecord(value) || depth > maxValueDepth) return '';
  for (const key of ['url', 'destination', 'href', 'src']) {
    const found = Object.hasOwn(value, key) ? urlIn(plainValue(value[key]), depth + 1) : '';
    if (found !== '') return found;
  }
  return '';
}

/** `{"url": …, "id": …, "alt": …}`; Elementor 4 nests it in `src`. Its placeholder image is ignored. */
export function imageIn(
  value: unknown,
  depth: number,
): { readonly url: string; readonly oldId?: string; readonly alt?: string } | undefined {
  if (!isRecord(value) || depth > maxValueDepth) return undefined;
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

/** Name endings of settings that contain text. */
const wordKey =
  /(?:^|_)(?:title|subtitle|text|editor|description|desc|caption|content|heading|headline|sub_?heading|label|quote|message|excerpt|question|answer|name|job|designation|position|feature|bio|author|price|period)(?:_(?:text|content|html|front|back|one|two|[ab1-9]))?$/i;
/** Settings about the look, whatever else their names contain. */
const lookKey =
  /(?:color|colour|typography|align|size|width|height|margin|padding|spacing|gap|radius|border|background_(?!image|video)|animation|hover|_tag$|shadow|transform|decoration|effect|position_|layout|direction|css|classes|custom_id|_id$|icon|style|skin|^_)/i;
const titleKey = /(?:title|heading|headline|question)/i;
const buttonKey =
  /(?:^|_)(?:btn|button|cta)(?:_(?:text|label|title))?$|(?:btn|button|cta)_(?:text|label|title)$/i;
const pictureKey = /(?:image|img|photo|picture|avatar|logo|thumb|media|banner)/i;

const plainKeys: ReadonlySet<string> = new Set([
  'title',
  'text',
  'editor',
  'description',
  'caption',
  'content',
  'heading',
  'name',
]);

const maxDepth = 6;

/** How a builder with nested settings refers to pictures and URLs. */
interface SettingsStyle {
  readonly isNested?: boolean;
  readonly readUrl?: (url: string) => string;
  readonly readImage?: (value: unknown, fallback: string) => PartImage | undefined;
}

export function wordsInSettings(settings: WidgetSettings, style: SettingsStyle = {}, depth = 0): Part[] {
  const { isNested = false, readUrl = (url) => url, readImage } = style;
  const parts: Part[] = [];
  let link = '';
  let label = '';
  const addImage = (image: PartImage | undefined): boolean => {
    if (image) parts.push({ kind: 'images', images: [image] });
    return image !== undefined;
  };
  const addNested = (value: Readonly<Record<string, unknown>>) => {
    if (depth < maxDepth) parts.push(...wordsInSettings(new WidgetSettings(value), style, depth + 1));
  };
  for (const [key, value] of settings.entries()) {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim();
      const isPicture = readImage !== undefined && pictureKey.test(key) && !pictureDetail.test(key);
      if (isPicture && addImage(readImage(value, settings.text(`${key}_fallback`)))) continue;
      if (typeof value === 'number' || text === '' || lookKey.test(key)) continue;
      if (isNested && linkKey.test(key)) link ||= readUrl(text);
      else if (buttonKey.test(key)) label ||= isSettingValue(text) ? '' : text;
      else if (wordKey.test(key) && !isSettingValue(text, { holdsWords: plainKeys.has(key) }))
        parts.push(wordsOf(key, text));
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, 500)) {
        const isImage = isRecord(item) && Object.hasOwn(item, 'url') && Object.hasOwn(item, 'id');
        if (isImage && depth < maxDepth && addImage(imageIn(item, 0))) continue;
        if (isRecord(item)) addNested(item);
      }
    } else if (isRecord(value)) {
      const isPicture = pictureKey.test(key) && !/_(?:size|position)$/.test(key);
      if (isPicture && addImage(imageIn(value, 0))) continue;
      if (Object.hasOwn(value, 'is_external') || /(?:^|_)(?:link|url)$/.test(key)) link ||= settings.url(key);
      else if (isNested && !lookKey.test(key)) addNested(value);
    }
  }
  if (label !== '')
    parts.push(isRealLink(link) ? { kind: 'button', html: label, link } : { kind: 'paragraph', html: label });
  else if (isRealLink(link)) linkFirst(parts, link);
  return parts;
}

const linkKey = /(?:^|_)(?:link|url|href|destination)$/i;
const pictureDetail =
  /_(?:size|position|fallback|type|display|alt|title|caption|attachment|width|height|shape)$/i;

const wordsOf = (key: string, html: string): Part =>
  isBlockHtml(html)
    ? { kind: 'text', html }
    : titleKey.test(key)
      ? { kind: 'heading', level: 3, html }
      : { kind: 'paragraph', html };

/** Links the first text to the widget's link. */
function linkFirst(parts: Part[], link: string): void {
  const at = parts.findIndex(({ kind }) => kind === 'heading' || kind === 'paragraph');
  const part = parts[at];
  if (part?.kind === 'heading') parts[at] = { ...part, link };
  else if (part?.kind === 'paragraph' && !/<a[\s>]/i.test(part.html)) {
    parts[at] = { ...part, html: `<a href="${link.replaceAll('"', '&quot;')}">${part.html}</a>` };
  }
}
