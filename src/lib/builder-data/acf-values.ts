import { isRecord } from '../is-record.ts';
import { escapeHtml } from '../plain-text.ts';
import { isSettingValue } from '../setting-value.ts';
import { linkTo, player, rich } from './make-parts.ts';
import type { DataSources, Part, PartImage } from './parts.ts';
import { isBlockHtml, isRealLink } from './parts.ts';

/** A value of a field: what JSON can hold, or what PHP serialized read as such. */
export type FieldValue = unknown;

const idPattern = /^[1-9]\d{0,12}$/;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;
const webAddress = /^(?:https?:)?\/\/[^\s<>"]+$/i;
const fileName =
  /image|img|photo|pic|logo|gallery|banner|hero|thumb|avatar|portrait|cover|background|file|pdf|download|document|audio|video|media|attachment|poster|foto|bild/i;
const relationName =
  /post|article|story|stories|related|relation|page|read|event|person|people|team|project|review/i;
const otherIds = /term|categor|tag|taxonom|user|menu|form/i;

/** Types whose values are settings or facts that say nothing by themselves. */
const silentTypes: ReadonlySet<string> = new Set([
  'number',
  'range',
  'true_false',
  'color_picker',
  'date_picker',
  'date_time_picker',
  'time_picker',
  'google_map',
  'icon_picker',
  'password',
  'tab',
  'message',
  'accordion',
  'separator',
  'output',
]);

/** Dates in words, alone: `5 March 2024`, `5 de marzo de 2024`; `March 5th, 2024`. */
const dayFirst =
  /^(?:\p{L}{3,12},? )?\d{1,2}(?:\.|st|nd|rd|th)? (?:de |of )?\p{L}{3,12}\.?(?: de)?,? \d{4}$/iu;
const monthFirst = /^(?:\p{L}{3,12},? )?\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}$/iu;
const isDate = (text: string) => dayFirst.test(text) || monthFirst.test(text);
/** Keys, hashes and encoded values: one long token of digits and letters. */
const token = /^(?=[^\s]*\d)(?=[^\s]*[a-z])[\w+/=.:-]{16,}$/i;

function isNoWords(text: string): boolean {
  return (
    isSettingValue(text) ||
    isDate(text) ||
    token.test(text) ||
    /^(?:\{.*\}|\[\{.*\}\])$/s.test(text) ||
    /^[aO]:\d+:\{/.test(text)
  );
}

/** Ids in a value, in order; undefined where it holds anything else. */
export function idsOf(value: FieldValue): string[] | undefined {
  const one = (given: unknown) => {
    const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
    return idPattern.test(text) ? text : undefined;
  };
  const given: readonly unknown[] = Array.isArray(value) ? value.slice(0, 500) : [value];
  const ids = given.map((item) => one(isRecord(item) ? (item.ID ?? item.id) : item));
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
}

const images = (found: readonly PartImage[]): Part[] =>
  found.length === 0 ? [] : [{ kind: 'images', images: found }];

function linkParts(url: string, title: string): Part[] {
  return isRealLink(url)
    ? [
        {
          kind: 'paragraph',
          html: `<a href="${escapeHtml(url)}">${title.trim() === '' ? escapeHtml(url) : title}</a>`,
        },
      ]
    : [];
}

/** Files by the ids that they had at the old site; those that never came show nothing. */
function fileParts(ids: readonly string[], { items }: DataSources): Part[] {
  const parts: Part[] = [];
  const pictures: PartImage[] = [];
  for (const id of ids) {
    const file = items.get(id)?.file;
    if (!file) continue;
    if (file.mimeType.startsWith('image/')) {
      const caption = ids.length === 1 && file.caption !== '' ? { caption: file.caption } : {};
      pictures.push({ url: '', oldId: id, alt: file.alt, ...caption });
    } else {
      const kind = file.mimeType.split('/')[0];
      parts.push({
        kind: 'file',
        url: file.url,
        as: kind === 'audio' || kind === 'video' ? kind : 'download',
        name: file.title,
      });
    }
  }
  return [...images(pictures), ...parts];
}

function postParts(ids: readonly string[], { items }: DataSources): Part[] {
  const found = ids.flatMap((id) => {
    const item = items.get(id);
    return item && !item.file ? [item.id] : [];
  });
  return found.length === 0 ? [] : [{ kind: 'posts', ids: [...new Set(found)] }];
}

const words = (text: string): Part[] =>
  /[\r\n]/.test(text) || isBlockHtml(text) ? [{ kind: 'text', html: text }] : rich(text);

function addressParts(url: string): Part[] {
  if (pictureFile.test(url)) return images([{ url }]);
  const [found] = player(url);
  // Only films and sounds are played; any other address is a link.
  return found && (found.kind === 'file' || isFilm(url)) ? [found] : linkParts(url, '');
}
const isFilm = (url: string) =>
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|dai\.ly)\//i.test(
    url,
  );

function textParts(text: string, name: string, sources: DataSources): Part[] {
  if (text === '') return [];
  if (webAddress.test(text)) return addressParts(text);
  if (idPattern.test(text)) {
    const known = sources.items.get(text);
    if (known?.file) return fileName.test(name) ? fileParts([text], sources) : [];
    return known && relationName.test(name) && !otherIds.test(name) ? postParts([text], sources) : [];
  }
  return isNoWords(text) ? [] : words(text);
}

/** The names of terms or users, with links to their pages. */
function nameParts(
  type: 'taxonomy' | 'user',
  value: FieldValue,
  { terms, users }: DataSources,
  taxonomy: string,
): Part[] {
  const names = (idsOf(value) ?? []).flatMap((id) => {
    const known = type === 'user' ? users.get(id) : terms.get(`${taxonomy}:${id}`);
    return known ? [linkTo(escapeHtml(known.name), escapeHtml(known.url))] : [];
  });
  return names.length === 0 ? [] : [{ kind: 'paragraph', html: [...new Set(names)].join(', ') }];
}

/** The parts that a field without subfields shows. `type`: as the field group says; '' where the export has no groups. */
export function valueParts(
  type: string,
  name: string,
  value: FieldValue,
  sources: DataSources,
  taxonomy = '',
): Part[] {
  if (silentTypes.has(type)) return [];
  if (type === 'taxonomy' || type === 'user') return nameParts(type, value, sources, taxonomy);
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const ids = idsOf(value);
  if (type === 'image' || type === 'gallery' || type === 'file') {
    if (ids) return fileParts(ids, sources);
    if (webAddress.test(text)) return addressParts(text);
    return isRecord(value) && typeof value.url === 'string' ? addressParts(value.url) : [];
  }
  if (type === 'relationship' || type === 'post_object' || type === 'page_link') {
    return ids ? postParts(ids, sources) : webAddress.test(text) ? linkParts(text, '') : [];
  }
  if (type === 'text' || type === 'textarea' || type === 'wysiwyg') return text === '' ? [] : words(text);
  if (type === 'oembed') return webAddress.test(text) ? player(text) : [];
  if (type === 'url') return webAddress.test(text) ? addressParts(text) : [];
  if (type === 'email') return text === '' ? [] : linkParts(`mailto:${text}`, escapeHtml(text));
  if (text !== '') return textParts(text, name, sources);
  if (ids && Array.isArray(value)) {
    const known = ids.map((id) => sources.items.get(id));
    if (otherIds.test(name) || !known.every((item) => item !== undefined)) return [];
    if (known.every(({ file }) => file !== undefined)) return fileParts(ids, sources);
    return known.every(({ file }) => file === undefined) ? postParts(ids, sources) : [];
  }
  if (Array.isArray(value)) {
    const said = value
      .slice(0, 500)
      .filter((item) => typeof item === 'string')
      .map((item) => item.trim())
      .filter((item) => item !== '' && !isNoWords(item));
    return said.length === 0 ? [] : [{ kind: 'list', items: said }];
  }
  if (!isRecord(value)) return [];
  const own = (key: string) =>
    Object.hasOwn(value, key) && typeof value[key] === 'string' ? value[key].trim() : '';
  if (Object.hasOwn(value, 'lat') && Object.hasOwn(value, 'lng'))
    return own('address') === '' ? [] : rich(own('address'));
  const url = own('url');
  if (url === '') return [];
  return pictureFile.test(url) ? images([{ url, alt: own('alt') }]) : linkParts(url, own('title'));
}
