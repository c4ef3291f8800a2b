import { isRecord } from '../is-record.ts';
import { imageIn, WidgetSettings } from './elementor-settings.ts';
import { isBlockHtml, isRealLink } from './parts.ts';
import type { Part } from './parts.ts';

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

/** Values that are settings and not words: one lower-case token, a number, a colour, a length. */
export const isTechnical = (value: string): boolean =>
  /^[a-z0-9_.:#%,/-]*$/.test(value) ||
  /^#[0-9a-f]{3,8}$/i.test(value) ||
  /^(?:rgba?|hsla?|var|calc)\(/i.test(value) ||
  !/\p{L}/u.test(value);

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

/** Words, pictures and links of a widget that nothing here knows, in the order of its settings. */
export function wordsInSettings(settings: WidgetSettings, depth = 0): Part[] {
  const parts: Part[] = [];
  let link = '';
  let label = '';
  for (const [key, value] of settings.entries()) {
    if (typeof value === 'string') {
      const text = value.trim();
      if (text === '' || lookKey.test(key)) continue;
      if (buttonKey.test(key)) label ||= isTechnical(text) ? '' : text;
      else if (wordKey.test(key) && (plainKeys.has(key) ? /\p{L}/u.test(text) : !isTechnical(text)))
        parts.push(wordsOf(key, text));
    } else if (Array.isArray(value)) {
      if (depth >= deepest) continue;
      for (const item of value.slice(0, 500)) {
        const image =
          isRecord(item) && Object.hasOwn(item, 'url') && Object.hasOwn(item, 'id')
            ? imageIn(item, 0)
            : undefined;
        if (image) parts.push({ kind: 'images', images: [image] });
        else if (isRecord(item)) parts.push(...wordsInSettings(new WidgetSettings(item), depth + 1));
      }
    } else if (isRecord(value)) {
      const image = pictureKey.test(key) && !/_(?:size|position)$/.test(key) ? imageIn(value, 0) : undefined;
      if (image) parts.push({ kind: 'images', images: [image] });
      else if (Object.hasOwn(value, 'is_external') || /(?:^|_)(?:link|url)$/.test(key))
        link ||= settings.url(key);
    }
  }
  if (label !== '')
    parts.push(isRealLink(link) ? { kind: 'button', html: label, link } : { kind: 'paragraph', html: label });
  else if (isRealLink(link)) linkFirst(parts, link);
  return parts;
}

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
