import { asItStands } from '../kernel/command.ts';
import { arrangeFront, pinPost, setBreaking, unpinPost } from '../modules/front/commands.ts';
import { activeAt, bandOf, categoryOfArea, maxBandPins, maxLeadPins } from '../modules/front/model.ts';
import type { FrontArea } from '../modules/front/model.ts';
import { listFrontPins, readFront } from '../modules/front/store.ts';
import { findPostsBySlug } from '../modules/posts/reader.ts';
import { readSettings } from '../modules/settings/store.ts';
import { findTermBySlug, findTerms } from '../modules/terms/reader.ts';
import type { Database, Reader } from '../kernel/db/open-database.ts';
import { fromLocal } from '../lib/dates.ts';
import { NotFoundError } from '../lib/errors.ts';
import { positive, wholeOf } from '../lib/numbers.ts';
import { htmlToText } from '../lib/plain-text.ts';
import { defined } from '../lib/records.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';
import { articleType, sectionTaxonomy } from '../modules/types/names.ts';
import { operator } from '../modules/users/role.ts';

export const frontCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- front list',
    '       npm run broadsheet -- front pin SLUG|ID [--area lead|CATEGORY] [--place N] [--until TIME] [--headline TEXT] [--picture ID]',
    '       npm run broadsheet -- front unpin SLUG|ID',
    '       npm run broadsheet -- front clear',
    '       npm run broadsheet -- front breaking [TEXT] [--url URL] [--until TIME] [--off]',
    '',
    `  --area      lead package (default, maximum ${maxLeadPins} posts), or the slug or ID of the category whose band shows the post (maximum ${maxBandPins})`,
    '  --place N   position; 1 is the first. By default the post is added after the other pinned posts of its area',
    '  --until     time when the pin or the breaking line ends: 2026-12-24T18:00, in the time zone of the site, or with an offset such as Z; "never" removes it',
    '  --headline  shown on the front page instead of the title; "" removes it',
    '  --picture   ID of an image of the library, shown on the front page instead of the featured image; 0 removes it',
    '  --url       address that the breaking line links to',
    '  --off       removes the breaking line',
    '',
    'Pinned posts open the front page in this order, followed by sticky posts and the newest posts. "front breaking" without a text shows the breaking line. The server may be running: changes appear immediately.',
  ].join('\n'),
  run: answersInLines(readArguments, runFront),
};

interface PinChange {
  readonly action: 'pin';
  readonly post: string;
  readonly place?: number;
  /** `lead`, or the slug or ID of a category. */
  readonly area?: string;
  readonly until?: string;
  readonly headline?: string;
  readonly picture?: number;
}

export type FrontChange =
  | { readonly action: 'clear' | 'list' }
  | PinChange
  | { readonly action: 'unpin'; readonly post: string }
  | {
      readonly action: 'breaking';
      /** Empty: the line is removed; undefined: it is shown. */
      readonly text?: string;
      readonly url?: string;
      readonly until?: string;
    };

const optionsOf: Readonly<Record<FrontChange['action'], readonly string[]>> = {
  list: [],
  clear: [],
  unpin: [],
  pin: ['place', 'area', 'until', 'headline', 'picture'],
  breaking: ['url', 'until', 'off'],
};

const isAction = (name: string): name is FrontChange['action'] => Object.hasOwn(optionsOf, name);

function readArguments(args: readonly string[]): FrontChange {
  const {
    values,
    positionals: [action, word, ...more],
  } = readWords(args, {
    place: { type: 'string' },
    area: { type: 'string' },
    until: { type: 'string' },
    headline: { type: 'string' },
    picture: { type: 'string' },
    url: { type: 'string' },
    off: { type: 'boolean' },
  });
  const known = Object.keys(optionsOf).join(', ');
  if (action === undefined) throw new UsageError(`Missing action: ${known}.`);
  if (!isAction(action)) throw new UsageError(`Unknown action "${action}" for front. Use one of ${known}.`);
  const other = Object.keys(values).find((name) => !optionsOf[action].includes(name));
  if (other !== undefined) throw new UsageError(`--${other} doesn't work with front ${action}.`);
  if (values.until !== undefined && values.until !== 'never') readTime(values.until, 'UTC');
  if (action === 'breaking') {
    if (more.length > 0) throw new UsageError('front breaking takes one text; put it in quotes.');
    if (values.off && word !== undefined) throw new UsageError('--off takes no text.');
    if (word === undefined && (values.url !== undefined || values.until !== undefined))
      throw new UsageError('front breaking needs the text of the line, too.');
    const { url, until } = values;
    return { action, ...defined({ url, until, text: values.off ? '' : word }) };
  }
  if (action === 'list' || action === 'clear') {
    if (word !== undefined) throw new UsageError(`front ${action} takes no argument, but got "${word}".`);
    return { action };
  }
  if (word === undefined || more.length > 0)
    throw new UsageError(`front ${action} takes one post, by slug or ID.`);
  if (action === 'unpin') return { action, post: word };
  const place = values.place === undefined ? undefined : positive(values.place);
  if (values.place !== undefined && place === undefined)
    throw new UsageError(`--place must be a whole number from 1, not "${values.place}".`);
  const picture = values.picture === undefined ? undefined : wholeOf(values.picture);
  if (values.picture !== undefined && (picture === undefined || picture < 0))
    throw new UsageError(`--picture must be the ID of an image, or 0, not "${values.picture}".`);
  const { area, until, headline } = values;
  return { action, post: word, ...defined({ place, area, until, headline, picture }) };
}

/** Milliseconds. Throws `UsageError`. */
function readTime(text: string, timeZone: string): number {
  const [, local, zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(text.replace(' ', 'T')) ?? [];
  const time = Date.parse(`${local}${zone ?? 'Z'}`);
  if (local === undefined || Number.isNaN(time))
    throw new UsageError(`--until must be a time like 2026-12-24T18:00, or never, not "${text}".`);
  return zone === undefined ? fromLocal(time, timeZone) : time;
}

/** Returns lines that list the pinned posts. Throws the errors of the commands. */
export async function runFront(
  database: Pick<Database, 'read' | 'write'>,
  change: FrontChange,
): Promise<string[]> {
  const { settings } = await readSettings(database.read);
  const endOf = (until: string | undefined) =>
    until === undefined ? undefined : until === 'never' ? 0 : readTime(until, settings.timezone_string);
  if (change.action === 'clear') {
    let count = 0;
    await database.write((tx) =>
      arrangeFront(tx, operator(), { pins: [] }, (front) => {
        count = front.pins.length;
        return front;
      }),
    );
    return [count === 0 ? 'No posts were pinned.' : `Unpinned ${count} ${count === 1 ? 'post' : 'posts'}.`];
  }
  if (change.action === 'breaking') {
    const { text, url = '', until } = change;
    if (text !== undefined) {
      const breaking = text === '' ? null : { text, url, endsAt: endOf(until) ?? 0 };
      await database.write((tx) => setBreaking(tx, operator(), { breaking }, asItStands));
    }
    return [await breakingLine(database.read)];
  }
  if (change.action === 'unpin')
    await database.write(async (tx) =>
      unpinPost(tx, operator(), { id: await findId(tx.db, change.post) }, asItStands),
    );
  if (change.action === 'pin')
    await database.write(async (tx) => {
      const { post, place, headline, picture: mediaId, until } = change;
      const area = change.area === undefined ? undefined : await findArea(tx.db, change.area);
      const id = await findId(tx.db, post);
      const given = defined({ place, area, headline, mediaId, endsAt: endOf(until) });
      await pinPost(tx, operator(), { id, ...given }, asItStands);
    });
  return listLines(database.read);
}

async function breakingLine(read: Reader): Promise<string> {
  const { breaking } = activeAt(await readFront(read), Date.now());
  if (!breaking) return 'There is no breaking line.';
  return [breaking.text, breaking.url, untilOf(breaking.endsAt)].filter((part) => part !== '').join('  ');
}

const untilOf = (endsAt: number) => (endsAt === 0 ? '' : `until ${new Date(endsAt).toISOString()}`);

async function listLines(read: Reader): Promise<string[]> {
  const pins = await listFrontPins(read);
  if (pins.length === 0)
    return ['No posts are pinned. The front page opens with sticky posts, then the newest posts.'];
  const terms = await findTerms(
    read,
    pins.flatMap(({ area }) => categoryOfArea(area) ?? []),
  );
  const areas = [...new Set<FrontArea>(['lead', ...pins.map(({ area }) => area)])];
  return areas.flatMap((area) => {
    const name = terms.get(categoryOfArea(area) ?? 0)?.name;
    return pins
      .filter((pin) => pin.area === area)
      .map(({ postId, slug, title, isShown, headline, mediaId, endsAt }, index) =>
        [
          `${index + 1}. ${htmlToText(title) || '(no title)'}  [${postId}, ${slug}]`,
          name === undefined ? '' : `in ${name}`,
          headline === '' ? '' : `as “${headline}”`,
          mediaId === 0 ? '' : `with image ${mediaId}`,
          untilOf(endsAt),
          isShown ? '' : '(not published: hidden from readers)',
        ]
          .filter((part) => part !== '')
          .join('  '),
      );
  });
}

/** An area by `lead`, or by the slug or ID of a category. Throws `NotFoundError`. */
async function findArea(read: Reader, area: string): Promise<FrontArea> {
  if (area === 'lead') return area;
  const id = (await findTermBySlug(read, sectionTaxonomy, area))?.id ?? positive(area);
  if (id === undefined) throw new NotFoundError(`No category has the slug "${area}".`);
  return bandOf(id);
}

/** A slug takes precedence, since it may be a number. Throws `NotFoundError` when neither matches. */
async function findId(read: Reader, post: string): Promise<number> {
  const [bySlug] = await findPostsBySlug(read, post, [articleType]);
  const id = bySlug?.id ?? positive(post);
  if (id === undefined)
    throw new NotFoundError(
      `No post has the slug "${post}". The slug is the last part of the post’s address.`,
    );
  return id;
}
