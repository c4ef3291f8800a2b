import { isRecord } from '../is-record.ts';
import { imageIn, WidgetSettings } from './elementor-settings.ts';
import { isSettingValue } from '../setting-value.ts';
import { isBlockHtml, isRealLink } from './parts.ts';
import type { Part, PartImage } from './parts.ts';

/** Ends of names of settings that hold words. */
const wordKey =
  /(?:^|_)(?:title|subtitle|text|editor|description|desc|caption|content|heading|headline|sub_?heading|label|quote|message|excerpt|question|answer|name|job|designation|position|feature|bio|author|price|period)(?:_(?:text|content|html|front|back|one|two|[ab1-9]))?$/i;
/** Settings that say how something looks, whatever else their names say. */
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

/** Settings in settings, at most. */
const deepest = 6;

/** How a builder that nests settings names pictures and addresses. */
interface SettingsStyle {
  /** Settings may be grouped in records. */
  readonly isNested?: boolean;
  readonly readUrl?: (url: string) => string;
  readonly readImage?: (value: unknown, fallback: string) => PartImage | undefined;
}

/** Words, pictures and links of a widget that nothing here knows, in the order of its settings. */
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
    if (depth < deepest) parts.push(...wordsInSettings(new WidgetSettings(value), style, depth + 1));
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
        if (isImage && depth < deepest && addImage(imageIn(item, 0))) continue;
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

/** Has the first words lead where the widget does. */
function linkFirst(parts: Part[], link: string): void {
  const at = parts.findIndex(({ kind }) => kind === 'heading' || kind === 'paragraph');
  const part = parts[at];
  if (part?.kind === 'heading') parts[at] = { ...part, link };
  else if (part?.kind === 'paragraph' && !/<a[\s>]/i.test(part.html)) {
    parts[at] = { ...part, html: `<a href="${link.replaceAll('"', '&quot;')}">${part.html}</a>` };
  }
}
