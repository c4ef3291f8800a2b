import { fromLocal, offsetText, zoneOffset } from '../../../lib/dates.ts';
import { timeZoneNamed } from '../../../lib/time-zones.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { isRecord } from '../../../lib/records.ts';
import type { FieldKind } from '../../../modules/fields/model.ts';
import type { FieldValue } from '../../../modules/fields/structured-values.ts';
import { episodeType, eventType, recipeType, reviewType } from '../../../modules/types/names.ts';

type Thing = Readonly<Record<string, unknown>>;

/** The facts of an item of a ready type. */
export interface ItemFacts {
  readonly type: string;
  readonly values: ReadonlyMap<string, FieldValue>;
  /** Addresses of files by id; files that don't exist are left out. */
  readonly files: ReadonlyMap<number, { readonly url: string; readonly mimeType: string }>;
  readonly siteUrl: string;
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly timeZone: string;
  /** Properties that all items have: `image`, `author`, `publisher`, `datePublished`. */
  readonly shared: Thing;
  /** Name and address of the podcast. */
  readonly show: { readonly name: string; readonly url: string };
}

/** Values of fields that have the kind which a ready type gave them; a changed kind counts as no value. */
class Values {
  readonly #values: ItemFacts['values'];
  constructor(values: ItemFacts['values']) {
    this.#values = values;
  }
  #of(name: string, kind: FieldKind): unknown {
    const found = this.#values.get(name);
    return found?.kind === kind ? found.value : undefined;
  }
  text(name: string, kind: 'text' | 'textarea' | 'choice' | 'date_time' | 'rich_text' = 'text') {
    const value = this.#of(name, kind);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  }
  number(name: string): number | undefined {
    const value = this.#of(name, 'number');
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }
  boolean(name: string): boolean {
    return this.#of(name, 'boolean') === true;
  }
  file(name: string): number {
    const value = this.#of(name, 'file');
    return typeof value === 'number' ? value : 0;
  }
  record(name: string, kind: 'link' | 'place'): Readonly<Record<string, unknown>> | undefined {
    const value = this.#of(name, kind);
    return isRecord(value) ? value : undefined;
  }
  rows(name: string): Readonly<Record<string, unknown>>[] {
    const value = this.#of(name, 'group');
    return Array.isArray(value) ? value.filter(isRecord) : [];
  }
}

const filled = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
/** The properties that have a value. */
const known = (properties: Thing): Thing =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => filled(value)));
const textIn = (row: Readonly<Record<string, unknown>>, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

type Describe = (facts: ItemFacts, values: Values) => Thing | undefined;

const itemKinds: ReadonlySet<string> = new Set(
  'Product Book Movie TVSeries MusicAlbum Game VideoGame SoftwareApplication Restaurant Hotel Course'.split(
    ' ',
  ),
);
const bestRating = 10;

const describeReview: Describe = ({ language, canonical, shared }, values) => {
  const [name, rating] = [values.text('item_name'), values.number('rating')];
  if (name === undefined) return undefined;
  const kind = values.text('item_kind', 'choice') ?? '';
  const notes = (field: string) => {
    const points = values.rows(field).flatMap((row) => textIn(row, 'point') || []);
    if (points.length === 0) return undefined;
    return {
      '@type': 'ItemList',
      itemListElement: points.map((point, at) => ({ '@type': 'ListItem', position: at + 1, name: point })),
    };
  };
  const { image, ...byline } = shared;
  return known({
    '@type': 'Review',
    ...byline,
    url: canonical,
    itemReviewed: known({ '@type': itemKinds.has(kind) ? kind : 'Thing', name, image }),
    reviewRating:
      rating === undefined || rating < 0 || rating > bestRating
        ? undefined
        : { '@type': 'Rating', ratingValue: rating, bestRating, worstRating: 0 },
    reviewBody: values.text('verdict', 'textarea'),
    positiveNotes: notes('pros'),
    negativeNotes: notes('cons'),
    inLanguage: language,
  });
};

/** A local time with the offset of its zone, or its day. A time that the change to summer time skips is an hour later, as in calendars. */
function timeAt(local: string | undefined, zone: string, isDay: boolean): string | undefined {
  const at = local === undefined ? Number.NaN : Date.parse(`${local}Z`);
  if (local === undefined || Number.isNaN(at)) return undefined;
  if (isDay) return local.slice(0, 10);
  const instant = fromLocal(at, zone);
  const offset = zoneOffset(instant, zone);
  return new Date(instant + offset).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length) + offsetText(offset);
}

const statuses: ReadonlyMap<string, string> = new Map([
  ['scheduled', 'EventScheduled'],
  ['postponed', 'EventPostponed'],
  ['rescheduled', 'EventRescheduled'],
  ['cancelled', 'EventCancelled'],
  ['online', 'EventMovedOnline'],
]);

const describeEvent: Describe = (facts, values) => {
  const { canonical, title, description, shared, siteUrl } = facts;
  const zone = timeZoneNamed(values.text('time_zone') ?? '') ?? facts.timeZone;
  const isDay = values.boolean('all_day');
  const startDate = timeAt(values.text('starts_at', 'date_time'), zone, isDay);
  if (startDate === undefined) return undefined;
  // Of whole days the last one, as schema.org wants it and the form asks for.
  const endDate = timeAt(values.text('ends_at', 'date_time'), zone, isDay);
  const isPeriod = endDate !== undefined && Date.parse(endDate) >= Date.parse(startDate);
  const status = values.text('event_status', 'choice') ?? 'scheduled';
  const link = values.record('event_url', 'link');
  const url =
    link && URL.canParse(textIn(link, 'url'), siteUrl)
      ? new URL(textIn(link, 'url'), siteUrl).href
      : canonical;
  const [price, currency = ''] = [values.number('price'), values.text('currency')?.toUpperCase()];
  return known({
    '@type': 'Event',
    name: title,
    description,
    url: canonical,
    image: shared['image'],
    startDate,
    endDate: isPeriod ? endDate : undefined,
    eventStatus: `https://schema.org/${statuses.get(status) ?? 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${status === 'online' ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: status === 'online' ? { '@type': 'VirtualLocation', url } : venue(values),
    organizer: shared['publisher'],
    offers:
      price === undefined || price < 0 || !/^[A-Z]{3}$/.test(currency)
        ? undefined
        : { '@type': 'Offer', price, priceCurrency: currency, url },
  });
};

function venue(values: Values): Thing | undefined {
  const place = values.record('place', 'place');
  const name = values.text('place_name') ?? (place ? textIn(place, 'label') : '');
  const address = values
    .text('address', 'textarea')
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
  if (!name && address === undefined && !place) return undefined;
  return known({
    '@type': 'Place',
    name,
    address,
    geo: place && { '@type': 'GeoCoordinates', latitude: place['lat'], longitude: place['lng'] },
  });
}

/** Whole minutes as a duration of ISO 8601. */
const duration = (minutes: number | undefined): string | undefined =>
  minutes === undefined || minutes <= 0 ? undefined : `PT${Math.round(minutes)}M`;

const describeRecipe: Describe = ({ title, description, canonical, shared, files, language }, values) => {
  const [prep, cook] = [values.number('prep_minutes'), values.number('cook_minutes')];
  const calories = values.number('calories');
  return known({
    '@type': 'Recipe',
    ...shared,
    name: title,
    description,
    url: canonical,
    recipeYield: values.text('servings'),
    prepTime: duration(prep),
    cookTime: duration(cook),
    totalTime: duration((prep ?? 0) + (cook ?? 0)),
    recipeCuisine: values.text('cuisine'),
    recipeIngredient: values
      .rows('ingredients')
      .flatMap((row) => `${textIn(row, 'amount')} ${textIn(row, 'ingredient')}`.trim() || []),
    recipeInstructions: values.rows('steps').flatMap((row) => {
      const text = textIn(row, 'instruction');
      const image = files.get(Number(row['picture']))?.url;
      return text === '' ? [] : [known({ '@type': 'HowToStep', text, image })];
    }),
    nutrition:
      calories === undefined || calories < 0
        ? undefined
        : { '@type': 'NutritionInformation', calories: `${calories} kcal` },
    inLanguage: language,
  });
};

const maxTranscript = 20_000;

const describeEpisode: Describe = (facts, values) => {
  const { title, description, canonical, shared, files, show, language } = facts;
  const audio = files.get(values.file('audio'));
  const seconds = values.number('audio_length_seconds');
  const length = seconds === undefined || seconds <= 0 ? undefined : `PT${Math.round(seconds)}S`;
  const season = values.number('season');
  const transcript = htmlToText(values.text('transcript', 'rich_text') ?? '').slice(0, maxTranscript);
  return known({
    '@type': 'PodcastEpisode',
    ...shared,
    name: title,
    description,
    url: canonical,
    episodeNumber: values.number('episode_number'),
    partOfSeason: season === undefined ? undefined : { '@type': 'PodcastSeason', seasonNumber: season },
    partOfSeries: { '@type': 'PodcastSeries', name: show.name, url: show.url },
    duration: length,
    associatedMedia:
      audio &&
      known({
        '@type': 'AudioObject',
        contentUrl: audio.url,
        encodingFormat: audio.mimeType,
        duration: length,
        transcript,
      }),
    isFamilyFriendly: !values.boolean('explicit'),
    inLanguage: language,
  });
};

const describers: ReadonlyMap<string, Describe> = new Map([
  [reviewType, describeReview],
  [eventType, describeEvent],
  [recipeType, describeRecipe],
  [episodeType, describeEpisode],
]);

/** Whether items of a type have structured data of their own. */
export const isReadyType = (type: string): boolean => describers.has(type);

/** Ids of files whose addresses `describeItem` needs. */
export function filesOfItem(values: ItemFacts['values']): number[] {
  const read = new Values(values);
  const pictures = read.rows('steps').map(({ picture }) => picture);
  return [read.file('audio'), ...pictures].filter((id): id is number => typeof id === 'number' && id > 0);
}

/** The item as schema.org's Review, Event, Recipe or PodcastEpisode; undefined without what that needs. */
export function describeItem(facts: ItemFacts): Thing | undefined {
  const thing = describers.get(facts.type)?.(facts, new Values(facts.values));
  return thing && { '@id': `${facts.canonical}#${facts.type}`, mainEntityOfPage: facts.canonical, ...thing };
}
