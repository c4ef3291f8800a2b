import { cleanHtml } from '../lib/clean-html/clean-html.ts';
import { richTextProfile } from '../lib/clean-html/profiles.ts';
import { numberText } from './field/number-text.ts';
import type { ShownNumber } from './field/number-text.ts';
import { isRecord } from '../lib/records.ts';
import { languageOf } from '../lib/language.ts';
import { isBoundMarkup } from '../lib/markup/bindings.ts';
import { escapeHtml } from '../lib/plain-text.ts';
import { termLink } from '../modules/cards/cards.ts';
import type { Field, SubField } from '../modules/fields/model.ts';
import { fieldsOfType, isFieldName } from '../modules/fields/site-fields.ts';
import { decodeValue } from '../modules/fields/values.ts';
import { findMediaFiles } from '../modules/media/attached.ts';
import type { MediaFile } from '../modules/media/attached.ts';
import { findPictures } from '../modules/media/reader.ts';
import type { Picture } from '../modules/posts/model.ts';
import { fromLocal, offsetText, zoneOffset } from '../lib/dates.ts';
import { siteDates } from '../modules/settings/site-facts.ts';
import { readerText } from '../modules/settings/definitions/translations.ts';
import { findThoseWithPages } from '../modules/posts/authors.ts';
import { permalinks } from '../modules/types/permalinks.ts';
import { taxonomyNamed } from '../modules/types/registry.ts';
import type { LoadContext } from './load-context.ts';

export interface ShownLink {
  readonly url: string;
  /** Plain text; the URL if empty. */
  readonly text: string;
  readonly isNewWindow?: boolean;
}

/** A field's value as a view needs it. Texts are plain, `html` is clean. */
export type ShownValue =
  | { readonly kind: 'text' | 'lines' | 'colour'; readonly text: string }
  | { readonly kind: 'html'; readonly html: string }
  | ({ readonly kind: 'number' } & ShownNumber)
  | { readonly kind: 'boolean'; readonly is: boolean }
  /** `at`: milliseconds, as if the local time were in UTC. `text`: ISO 8601. `zone`: a name for readers. */
  | {
      readonly kind: 'date' | 'date_time';
      readonly at: number;
      readonly text: string;
      readonly zone?: string;
    }
  | { readonly kind: 'labels'; readonly texts: readonly string[] }
  | { readonly kind: 'pictures'; readonly pictures: readonly Picture[] }
  | { readonly kind: 'file'; readonly file: Pick<MediaFile, 'url' | 'mimeType'> }
  | { readonly kind: 'links'; readonly links: readonly ShownLink[] }
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly (ShownValue | undefined)[])[];
    };

export interface FoundField {
  readonly postId: number;
  readonly field: Field;
  /** Valid for the field's kind. */
  readonly value: unknown;
  /** A time of which only the day counts. */
  readonly isDay?: boolean;
  /** Time zone of a time, if it isn't the site's. */
  readonly zone?: string | undefined;
}

/** The value of a field of the post that the block is about; undefined if it is missing, or if readers may not see it. */
export async function findField(name: unknown, context: LoadContext): Promise<FoundField | undefined> {
  const id = context.inherited.postId ?? context.page.post?.id;
  return id === undefined || typeof name !== 'string' ? undefined : findFieldOf(id, name, context);
}

async function findFieldOf(id: number, name: string, context: LoadContext): Promise<FoundField | undefined> {
  const { page, content, viewer } = context;
  const own = page.post?.id === id ? page.post : undefined;
  if (own?.isProtected && !viewer.unlocked.has(id)) return undefined;
  const type = own?.type ?? (await context.cards([id]))[0]?.type;
  const field = type === undefined ? undefined : fieldsOfType(type).find((one) => one.name === name);
  if (!field) return undefined;
  context.tag(`post:${id}`);
  const stored = await content.meta.find(id, name, own !== undefined);
  const value = decodeValue(field, stored);
  if (value === undefined || value === null || value === '') return undefined;
  const { zone_field: zoneField, day_field: dayField } = field;
  if (zoneField === undefined && dayField === undefined) return { postId: id, field, value };
  const [zone, day] = await Promise.all(
    [zoneField, dayField].map(async (other) => {
      const named = fieldsOfType(type ?? '').find((one) => one.name === other);
      return named && decodeValue(named, await content.meta.find(id, named.name, own !== undefined));
    }),
  );
  return {
    postId: id,
    field,
    value,
    isDay: day === true,
    zone: typeof zone === 'string' && zone !== '' ? zone.trim() : undefined,
  };
}

/** A field's value as cards show it. `endOf`: the name of the date of which it is the end. */
export interface ShownField {
  readonly name: string;
  readonly value: ShownValue;
  readonly endOf: string | undefined;
}

/** The values of some fields of a post, in this order, without empty ones. */
export async function shownFields(
  id: number,
  names: readonly string[],
  context: LoadContext,
): Promise<ShownField[]> {
  const found = await Promise.all(
    names.map(async (name): Promise<ShownField | undefined> => {
      const one = await findFieldOf(id, name, context);
      const value = one && (await presentField(one, context));
      return value && { name, value, endOf: one.field.not_before };
    }),
  );
  return found.filter((one) => one !== undefined);
}

type Definition = SubField & Pick<Partial<Field>, 'fields'>;

/** A value as readers see it: only files that exist, and only posts, terms and authors that have pages. */
export async function presentField(
  { postId, field, value, isDay, zone }: FoundField,
  context: LoadContext,
): Promise<ShownValue | undefined> {
  const place = `field ${postId} ${field.name}`;
  if (field.kind === 'date_time' && typeof value === 'string')
    return presentTime(value, isDay === true, zone, context);
  if (field.kind === 'number')
    return presentNumber(field, value, async () => (await findField(field.currency, context))?.value);
  return field.kind === 'group'
    ? presentRows(field, value, context, place)
    : presentValue(field, value, context, place);
}

/** A local time; with the name of its zone, such as `GMT+1`, if that isn't the site's. */
async function presentTime(
  local: string,
  isDay: boolean,
  zone: string | undefined,
  { content }: LoadContext,
): Promise<ShownValue> {
  const at = Date.parse(`${local}Z`);
  if (isDay) return { kind: 'date', at: Math.floor(at / dayMs) * dayMs, text: local.slice(0, 10) };
  const site = await content.settings.current();
  if (zone === undefined || zone === siteDates(site).zone) return { kind: 'date_time', at, text: local };
  const utc = fromLocal(at, zone);
  return {
    kind: 'date_time',
    at,
    text: local + offsetText(zoneOffset(utc, zone)),
    zone: zoneName(utc, zone, site.site_language),
  };
}

const dayMs = 86_400_000;

function zoneName(at: number, timeZone: string, language: string): string {
  const [tag = 'en-US'] = Intl.DateTimeFormat.supportedLocalesOf(language);
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

async function presentRows(
  { fields = [] }: Field,
  value: unknown,
  context: LoadContext,
  place: string,
): Promise<ShownValue | undefined> {
  const stored = (Array.isArray(value) ? value : []).filter(isRecord);
  const rows = await Promise.all(
    stored.map((row, at) =>
      Promise.all(
        fields.map((sub) =>
          sub.kind === 'number'
            ? presentNumber(sub, row[sub.name], () => row[sub.currency ?? ''])
            : presentValue(sub, row[sub.name], context, `${place} ${at} ${sub.name}`),
        ),
      ),
    ),
  );
  const shown = rows.filter((row) => row.some((cell) => cell !== undefined));
  return shown.length === 0
    ? undefined
    : { kind: 'rows', columns: fields.map(({ label }) => label), rows: shown };
}

/** `codeInField`: the value of the text field that `currency` names. */
async function presentNumber(
  { max, unit, show_max: showMax, currency }: Definition,
  value: unknown,
  codeInField: () => unknown,
): Promise<ShownValue | undefined> {
  if (typeof value !== 'number') return undefined;
  const code = currency === undefined || /^[A-Z]/.test(currency) ? currency : await codeInField();
  return {
    kind: 'number',
    number: value,
    ...(showMax && max !== undefined ? { max } : {}),
    ...(unit ? { unit } : {}),
    ...(typeof code === 'string' && code !== '' ? { currency: code.trim() } : {}),
  };
}

/** `place`: a unique name of the value, for the blocks of a rich text. */
async function presentValue(
  field: Definition,
  value: unknown,
  context: LoadContext,
  place: string,
): Promise<ShownValue | undefined> {
  if (value === undefined || value === null || value === '') return undefined;
  switch (field.kind) {
    case 'image':
    case 'gallery':
      return presentPictures(idsOf(value), context);
    case 'file':
      return presentFile(idsOf(value), context);
    case 'post':
    case 'term':
    case 'user': {
      const links = await linksOf(field.kind, idsOf(value), context);
      return links.length === 0 ? undefined : { kind: 'links', links };
    }
    case 'rich_text': {
      const html = await context.renderDocument({ text: String(value), name: place });
      return html === undefined ? undefined : { kind: 'html', html };
    }
    default:
      return presentPlain(field, value);
  }
}

/** Values that need nothing but themselves. */
function presentPlain({ kind, choices = [] }: Definition, value: unknown): ShownValue | undefined {
  if (typeof value === 'boolean') return { kind: 'boolean', is: value };
  if (kind === 'choice') {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = choices.filter((one) => chosen.includes(one.value)).map(({ label }) => label);
    return texts.length === 0 ? undefined : { kind: 'labels', texts };
  }
  if (isRecord(value)) return presentRecord(value);
  if (typeof value !== 'string') return undefined;
  if (kind === 'date' || kind === 'date_time')
    return { kind, at: Date.parse(kind === 'date' ? value : `${value}Z`), text: value };
  if (kind === 'colour') return { kind, text: value };
  return { kind: kind === 'textarea' ? 'lines' : 'text', text: value };
}

/** A link, or a place as a link to a map. */
function presentRecord(value: Readonly<Record<string, unknown>>): ShownValue {
  const { url, title, target, lat, lng, label } = value;
  if (typeof url === 'string')
    return {
      kind: 'links',
      links: [{ url, text: String(title ?? ''), isNewWindow: target === '_blank' }],
    };
  const at = `${String(lat)}/${String(lng)}`;
  return {
    kind: 'links',
    links: [
      {
        isNewWindow: true,
        url: `https://www.openstreetmap.org/?mlat=${String(lat)}&mlon=${String(lng)}#map=16/${at}`,
        text: String(label ?? '') || at.replace('/', ', '),
      },
    ],
  };
}

const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');

async function presentPictures(
  ids: readonly number[],
  context: LoadContext,
): Promise<ShownValue | undefined> {
  for (const id of ids) for (const kind of ['post', 'media'] as const) context.tag(`${kind}:${id}`);
  const found = await findPictures(context.content, ids);
  const pictures = ids.flatMap((id) => found.get(id) ?? []);
  return pictures.length === 0 ? undefined : { kind: 'pictures', pictures };
}

async function presentFile(ids: readonly number[], context: LoadContext): Promise<ShownValue | undefined> {
  for (const id of ids) for (const kind of ['post', 'media'] as const) context.tag(`${kind}:${id}`);
  const file = [...(await findMediaFiles(context.content, ids)).values()][0];
  return file && { kind: 'file', file: { url: file.url, mimeType: file.mimeType } };
}

async function linksOf(
  kind: 'post' | 'term' | 'user',
  ids: readonly number[],
  context: LoadContext,
): Promise<ShownLink[]> {
  const { content } = context;
  if (kind === 'post') {
    for (const id of ids) context.tag(`post:${id}`); // also of those that are not listed yet
    return (await context.cards(ids)).map(({ url, title }) => ({ url, text: title }));
  }
  const site = await content.settings.current();
  if (kind === 'term') {
    for (const id of ids) context.tag(`term:${id}`);
    const terms = await content.terms.withAncestors(ids);
    return ids.flatMap((id) => {
      const term = terms.get(id);
      return term && taxonomyNamed(term.taxonomy).isPublic
        ? [{ url: termLink(term, terms, site).url, text: term.name }]
        : [];
    });
  }
  for (const id of ids) {
    context.tag(`user:${id}`);
    context.tag(`list:author:${id}`, 'secondary');
  }
  const [users, withPages] = await Promise.all([
    content.users.byIds(ids),
    findThoseWithPages(content.database.read, ids),
  ]);
  const links = permalinks(site.permalink_structure);
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user && withPages.includes(id) ? [{ url: links.author(user), text: user.displayName }] : [];
  });
}

/** Whether the post that the block is about has a field of this name. Runs no query unless some type has one. */
export async function hasField(name: unknown, context: LoadContext): Promise<boolean> {
  const { page, inherited } = context;
  const id = inherited.postId ?? page.post?.id;
  if (id === undefined || typeof name !== 'string' || !isFieldName(name)) return false;
  const type = page.post?.id === id ? page.post.type : (await context.cards([id]))[0]?.type;
  return type !== undefined && fieldsOfType(type).some((field) => field.name === name);
}

/** A field's value for an attribute of a block that is bound to it; undefined: the saved value stays. */
export async function boundField(
  name: unknown,
  block: string,
  attribute: string,
  context: LoadContext,
): Promise<unknown> {
  const found = await findField(name, context);
  if (!found) return undefined;
  if (block === 'core/image' && attribute === 'id') return idsOf(found.value)[0];
  // The last step of every kind: a rich text has its own markup, any other value none.
  if (found.field.kind === 'rich_text') return cleanHtml(String(found.value), richTextProfile);
  const shown = await presentField(found, context);
  const text = shown && boundText(shown, attribute, await languageAndWords(context));
  if (text === undefined) return undefined;
  return isBoundMarkup(block, attribute) ? escapeHtml(text) : text;
}

async function languageAndWords({ content }: LoadContext) {
  const site = await content.settings.current();
  return {
    language: languageOf(site.site_language),
    yes: readerText(site, 'yes'),
    no: readerText(site, 'no'),
  };
}

function boundText(
  shown: ShownValue,
  attribute: string,
  { language, yes, no }: Awaited<ReturnType<typeof languageAndWords>>,
): string | undefined {
  switch (shown.kind) {
    case 'text':
    case 'lines':
    case 'colour':
    case 'date':
    case 'date_time':
      return shown.text;
    case 'number':
      return numberText(shown, language);
    case 'boolean':
      return shown.is ? yes : no;
    case 'labels':
      return shown.texts.join(', ');
    case 'pictures': {
      const [picture] = shown.pictures;
      return attribute === 'alt' ? picture?.alt : picture?.src;
    }
    case 'file':
      return shown.file.url;
    case 'links': {
      const [link] = shown.links;
      return attribute === 'url' ? link?.url : link?.text || link?.url;
    }
    case 'html':
    case 'rows':
      return undefined;
  }
}
