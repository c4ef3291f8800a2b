import { z } from 'zod';
import { listParam } from '../../../kernel/http/rest/list-param.ts';
import {
  choiceParam,
  flagParam,
  parseWith,
  refuse,
  sentAs,
  wordParam,
  onSite,
} from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { asItStands } from '../../../kernel/command.ts';
import { InvalidInputError, StaleError } from '../../../lib/errors.ts';
import { defined, isRecord } from '../../../lib/records.ts';
import { arrangeFront, noteDesk, readArrangement } from '../commands.ts';
import { listFrontHistory } from '../history.ts';
import { activeAt, isFrontArea } from '../model.ts';
import type { Arrangement, Breaking, FrontArea, Pin } from '../model.ts';
import { changeFront } from '../policy.ts';
import { toSentFront } from '../sent-front.ts';
import { readFront } from '../store.ts';
import { listOthers, showAreas, shownArea, shownOthers } from './shown-front.ts';

const moment = z.iso.datetime({ offset: true, error: 'Invalid date.' }).nullable().default(null);
const endOf = (sent: string | null) => (sent === null ? 0 : Date.parse(sent));

const sentPin = z.strictObject({
  post_id: z.int().min(1),
  area: z.string().refine(isFrontArea, 'It must be lead or category:ID.').default('lead'),
  ends_at: moment,
  headline: z.string().default(''),
  picture: z.int().min(0).default(0),
});
const sentBreaking = z.strictObject({ text: z.string(), url: z.string().default(''), ends_at: moment });
/** Accepts a whole reply of this route. */
const sentFront = z.object({
  pins: z.array(sentPin).max(200),
  breaking: sentBreaking.nullable().default(null),
});

const toPin = ({
  post_id: postId,
  area,
  ends_at: end,
  headline,
  picture,
}: z.output<typeof sentPin>): Pin => ({
  postId,
  area: area as FrontArea, // checked by the schema
  endsAt: endOf(end),
  headline,
  mediaId: picture,
});
const toBreaking = ({ text, url, ends_at: end }: z.output<typeof sentBreaking>): Breaking => ({
  text,
  url,
  endsAt: endOf(end),
});

const toArrangement = ({ pins, breaking }: z.output<typeof sentFront>): Arrangement => ({
  pins: pins.map(toPin),
  breaking: breaking && toBreaking(breaking),
});

const pinsParam = () => listParam(sentPin).describe('All pins in their order, each post once.');

function breakingParam() {
  const { $schema: _, ...described } = z.toJSONSchema(sentBreaking, { io: 'input' });
  return sentAs<z.input<typeof sentBreaking> | null>()
    .transform((value: unknown, context): Breaking | null | undefined => {
      if (value === undefined || value === null || value === '') return value === '' ? null : value;
      return parseWith(sentBreaking.transform(toBreaking), value, context);
    })
    .meta({ ...described, type: ['object', 'null'] })
    .describe('The breaking line; null for none. Omitted: it stays.');
}

function fromParam() {
  return sentAs<z.input<typeof sentFront> | string>()
    .transform((value: unknown, context): Arrangement | number | undefined => {
      if (value === undefined) return undefined;
      if (!isRecord(value)) {
        const revision = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
        return typeof revision === 'number' && Number.isSafeInteger(revision)
          ? revision
          : refuse(context, value, 'rest_invalid_type', '%s is not of type object,string.');
      }
      return parseWith(sentFront.transform(toArrangement), value, context);
    })
    .meta({ type: ['object', 'string'] })
    .describe(
      'The pins and the breaking line that the change is based on, or their revision. Omitted: the stored ones.',
    );
}

const shownPin = z.object({
  post_id: z.number(),
  area: z.string(),
  ends_at: z.string().nullable(),
  headline: z.string(),
  picture: z.number(),
});
const shownBreaking = z.object({ text: z.string(), url: z.string(), ends_at: z.string().nullable() });
const front = z.object({
  revision: z.string(),
  pins: z.array(shownPin),
  breaking: shownBreaking.nullable(),
  areas: z.array(shownArea),
  front: z.object({
    show_on_front: z.enum(['posts', 'page']),
    page_on_front: z.number(),
    page_for_posts: z.number(),
    shows_areas: z.boolean(),
  }),
  others: shownOthers,
});
type ShownFront = z.output<typeof front>;

async function frontFor(request: RestRequest): Promise<ShownFront> {
  const { site, settings, actor } = request;
  const { read } = site.content.database;
  const stored = activeAt(await readFront(read), Date.now());
  const [found, editors] = await Promise.all([
    site.pagePreviews.frontAreas(actor, stored),
    listOthers(site.content, actor?.id ?? 0),
  ]);
  const areas = await showAreas(site.content, stored, found);
  const { pins, breaking } = toSentFront(stored);
  return {
    revision: String(stored.revision),
    pins: [...pins],
    breaking,
    areas,
    front: {
      show_on_front: settings.show_on_front === 'page' ? 'page' : 'posts',
      page_on_front: settings.page_on_front,
      page_for_posts: settings.page_for_posts,
      shows_areas: found.length > 0,
    },
    others: editors,
  };
}

async function save(
  request: RestRequest,
  pins: Pin[] | undefined,
  breaking: Breaking | null | undefined,
  from: Arrangement | number | undefined,
): Promise<void> {
  const { actor, site } = request;
  const { database } = site.content;
  const mine = defined({ pins, breaking });
  try {
    await database.write((tx) => arrangeFront(tx, actor, mine, request.ifMatch ?? from ?? asItStands));
  } catch (error) {
    if (error instanceof StaleError) {
      const stored = activeAt(await readFront(database.read), Date.now());
      throw staleReply(error, toSentFront({ ...stored, ...mine }), toSentFront(stored));
    }
    throw namedAsSent(error);
  }
}

/** A command's error with the names of fields in the request. */
function namedAsSent(error: unknown): unknown {
  const fields = error instanceof InvalidInputError ? Object.keys(error.fields) : [];
  return faultsOfParams(error, Object.fromEntries(fields.map((field) => [field, sentName(field)])));
}

/** An unsaved arrangement, checked like one that is saved. */
function readUnsaved(pins: Pin[], breaking: Breaking | null): Arrangement {
  try {
    const read = readArrangement({ pins, breaking });
    return { pins: read.pins ?? [], breaking: read.breaking ?? null };
  } catch (error) {
    throw namedAsSent(error);
  }
}

const sentNames: Readonly<Record<string, string>> = {
  postId: 'post_id',
  endsAt: 'ends_at',
  mediaId: 'picture',
};

/** The name in the request of a command's field: `pins[2][ends_at]` of `pins.2.endsAt`. */
function sentName(field: string): string {
  const [first = '', ...rest] = field.split('.').map((part) => sentNames[part] ?? part);
  return first + rest.map((part) => `[${part}]`).join('');
}

const arrange = method({
  params: z.object({ pins: pinsParam(), breaking: breakingParam(), from: fromParam() }),
  body: 'long',
  reply: valueOf(front),
  may: changeFront,
  run: async (request, { pins, breaking, from }) => {
    await save(request, pins?.map(toPin), breaking, from);
    return { kind: 'plain', body: await frontFor(request) };
  },
});

/** `/broadsheet/v1/front`: the pins, the breaking line and the front page as readers see it. */
const broadsheetFront = restRoute({
  path: '/broadsheet/v1/front',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(front),
      may: changeFront,
      run: async (request) => ({ kind: 'plain', body: await frontFor(request) }),
    }),
    POST: arrange,
    PUT: arrange,
  },
});

/** `/broadsheet/v1/front/preview`: the front page with an unsaved arrangement; runs no scripts. */
const broadsheetFrontPreview = restRoute({
  path: '/broadsheet/v1/front/preview',
  methods: {
    POST: method({
      params: z.object({
        pins: pinsParam(),
        breaking: breakingParam(),
        path: wordParam('/').describe('Path of the page on this site.'),
        device: choiceParam(['desktop', 'phone'], 'desktop').describe(
          'Device that the page is rendered for.',
        ),
        dark: flagParam().describe('Whether the preview uses the dark color scheme.'),
      }),
      required: ['pins'],
      body: 'long',
      reply: valueOf(z.object({ html: z.string() })),
      may: changeFront,
      run: async ({ actor, site }, { pins = [], breaking = null, path, device, dark }) => ({
        kind: 'plain',
        body: {
          html: await site.pagePreviews.show(actor, {
            address: onSite(path),
            device,
            trial: { template: undefined, isDark: dark },
            front: readUnsaved(pins.map(toPin), breaking),
          }),
        },
      }),
    }),
  },
});

/** `/broadsheet/v1/front/presence`: notes that the caller has the desk open. */
const broadsheetFrontPresence = restRoute({
  path: '/broadsheet/v1/front/presence',
  methods: {
    POST: method({
      params: z.object({}),
      reply: valueOf(z.object({ revision: z.string(), others: shownOthers })),
      may: changeFront,
      run: async ({ actor, site }) => {
        const { database } = site.content;
        await database.write((tx) => noteDesk(tx, actor));
        const [{ revision }, editors] = await Promise.all([
          readFront(database.read),
          listOthers(site.content, actor?.id ?? 0),
        ]);
        return { kind: 'plain', body: { revision: String(revision), others: editors } };
      },
    }),
  },
});

/** `/broadsheet/v1/front/history`: the last arrangements, newest first. */
const broadsheetFrontHistory = restRoute({
  path: '/broadsheet/v1/front/history',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(
        z.array(
          z.object({
            id: z.number(),
            date: z.string(),
            user: z.number(),
            /** Empty: the command line, or an erased account. */
            user_name: z.string(),
            /** Without deleted posts and categories, and ended pins. */
            pins: z.array(shownPin).readonly(),
            breaking: shownBreaking.nullable(),
          }),
        ),
      ),
      may: changeFront,
      run: async ({ site }) => ({
        kind: 'plain',
        body: await listFrontHistory(site.content.database.read),
      }),
    }),
  },
});

export const frontRoutes = [
  broadsheetFront,
  broadsheetFrontPreview,
  broadsheetFrontPresence,
  broadsheetFrontHistory,
] as const;
