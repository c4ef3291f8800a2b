import { z } from 'zod';
import { optionalWhole, textParam, wholeParam, writtenText } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { NotFoundError, UnavailableError } from '../../../lib/errors.ts';
import type { Settings } from '../../settings/index.ts';
import { cancelNote, readNote, removeSubscriber, sendNote, stopNoteBeingSent } from '../commands.ts';
import { noteMessage } from '../note-message.ts';
import { findNotes, findSentNote, listScheduledNotes, listSentMessages } from '../notes.ts';
import type { Note, SentMessage } from '../notes.ts';
import { managePush as may } from '../policy.ts';
import { isPushOn, maxBodyLength, maxTitleLength, maxUrlLength, sendsItself } from '../push.ts';
import {
  countSubscribers,
  findSubscriber,
  findTarget,
  listSubscribers,
  subscriptionsByDay,
} from '../subscriptions.ts';
import type { Subscriber } from '../subscriptions.ts';

const base = '/broadsheet/v1/push';
const iso = (at: number) => new Date(at).toISOString();

const states = ['off', 'external', 'external_without_key', 'ready'] as const;
const status = z.object({
  /** `external`: another service registers browsers and sends messages. */
  state: z.enum(states),
  /** Browsers subscribe on https sites only, and on localhost. */
  is_secure: z.boolean(),
  has_contact: z.boolean(),
  subscribers: z.int(),
  /** Current subscribers by the day of their subscription. */
  days: z.array(z.object({ date: z.string(), count: z.int() })),
});
const shownDays = 30;

function stateOf(settings: Settings): (typeof states)[number] {
  if (!isPushOn(settings)) return 'off';
  if (sendsItself(settings)) return 'ready';
  return settings.push_vapid_public_key === '' ? 'external_without_key' : 'external';
}

function isSecure(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

/** `/broadsheet/v1/push`: whether push messages can be sent, and the number of subscribers. */
const broadsheetPush = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(status),
      may,
      run: async ({ site, settings }) => {
        const {
          database: { read },
          siteUrl,
        } = site.content;
        const days = await subscriptionsByDay(read, siteUrl, { days: shownDays, now: Date.now() });
        return {
          kind: 'plain',
          body: {
            state: stateOf(settings),
            is_secure: isSecure(siteUrl),
            has_contact: settings.admin_email !== '',
            subscribers: await countSubscribers(read, siteUrl),
            days: days.map(({ day, count }) => ({ date: iso(day).slice(0, 10), count })),
          },
        };
      },
    }),
  },
});

const message = z.object({
  /** Id of a message written by hand; 0: an article's. */
  id: z.int(),
  /** Id of the announced article; 0: a message written by hand, or a deleted article. */
  post: z.int(),
  title: z.string(),
  text: z.string(),
  /** Path on this site; empty for articles. */
  link: z.string(),
  image: z.string(),
  date: z.string(),
  /** `expired`: no subscriber received it, because push was off or the server was down for a day. */
  state: z.enum(['scheduled', 'sending', 'sent', 'stopped', 'expired']),
  delivered: z.int(),
  failed: z.int(),
  /** Subscribers whose turn has not come. */
  waiting: z.int(),
});
type ShownMessage = z.output<typeof message>;

const none = { delivered: 0, failed: 0, waiting: 0 };

const presentNote = (note: Note): Omit<ShownMessage, 'state'> => ({
  id: note.id,
  post: 0,
  title: note.title,
  text: note.body,
  link: note.url,
  image: note.image,
  date: iso(note.dueAt),
  ...none,
});

function sentState({ note, delivered, failed, waiting }: SentMessage): ShownMessage['state'] {
  if (note?.state === 'stopped') return 'stopped';
  if (waiting > 0) return 'sending';
  // Articles announced before schema 92 have no counts.
  return note && delivered + failed === 0 ? 'expired' : 'sent';
}

function presentSent(sent: SentMessage): ShownMessage {
  const { note, post, createdAt, delivered, failed, waiting } = sent;
  const shown = note
    ? presentNote(note)
    : {
        id: 0,
        post: post?.id ?? 0,
        title: post?.title ?? '',
        text: '',
        link: '',
        image: '',
        date: iso(createdAt),
      };
  return { ...shown, state: sentState(sent), delivered, failed, waiting };
}

const contentArguments = {
  title: writtenText(z.string().max(maxTitleLength)).describe('Title, one line.'),
  text: writtenText(z.string().max(maxBodyLength)).describe('Text below the title, one line.'),
  link: writtenText(z.string().max(maxUrlLength)).describe(
    'Path or URL on this site that the message opens; default: the homepage.',
  ),
  image: optionalWhole({ min: 0 }).describe('Id of a picture in the media library; 0 for none.'),
};
const listArguments = {
  page: wholeParam(1, { min: 1 }).describe('Page of the results, starting at 1.'),
  per_page: wholeParam(20, { min: 1, max: 100 }).describe('Maximum number of items in the response.'),
};

const withoutUndefined = <Fields extends Readonly<Record<string, unknown>>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

const inParams = (error: unknown): never => {
  throw faultsOfParams(error, {});
};

async function shownNote({ site }: RestRequest, id: number): Promise<ShownMessage> {
  const {
    database: { read },
    siteUrl,
  } = site.content;
  const sent = await findSentNote(read, siteUrl, { id, now: Date.now() });
  if (sent?.note) return presentSent(sent);
  const note = (await findNotes(read, [id])).get(id);
  if (note?.state !== 'scheduled')
    throw new NotFoundError('There is no such message.', 'push_message_not_found');
  return { ...presentNote(note), state: 'scheduled' };
}

/** `/broadsheet/v1/push/messages`: scheduled and sent messages, those of articles included. */
const broadsheetPushMessages = restRoute({
  path: `${base}/messages`,
  methods: {
    GET: method({
      params: z.object(listArguments),
      reply: valueOf(z.object({ scheduled: z.array(message), messages: z.array(message), total: z.int() })),
      may,
      run: async ({ site }, { page, per_page: limit }) => {
        const {
          database: { read },
          siteUrl,
        } = site.content;
        const options = { limit, offset: (page - 1) * limit, now: Date.now() };
        const { messages, total } = await listSentMessages(read, siteUrl, options);
        const scheduled = (await listScheduledNotes(read)).map((note) => ({
          ...presentNote(note),
          state: 'scheduled' as const,
        }));
        return { kind: 'plain', body: { scheduled, messages: messages.map(presentSent), total } };
      },
    }),
    POST: method({
      params: z.object({
        ...contentArguments,
        date: textParam().describe(
          'Time to send it, local to the site and within a year: 2027-01-31T18:00. Empty: now.',
        ),
      }),
      required: ['title'],
      reply: valueOf(message),
      may,
      run: async (request, { title = '', ...fields }) => {
        const { database, siteUrl } = request.site.content;
        const id = await database
          .write((tx) =>
            sendNote(tx, request.actor, { title, ...withoutUndefined(fields) }, { siteUrl, now: Date.now() }),
          )
          .catch(inParams);
        return { kind: 'plain', body: await shownNote(request, id) };
      },
    }),
  },
});

const noteInPath = { id: 'Id of a message written by hand.' };
const findShownNote = (request: RestRequest, captured: Parameters<typeof capturedId>[0]) =>
  shownNote(request, capturedId(captured));

/** `/broadsheet/v1/push/messages/{id}`: DELETE cancels a scheduled message. */
const broadsheetPushMessage = itemRoute({
  path: `${base}/messages/(?P<id>[\\d]+)`,
  inPath: noteInPath,
  find: findShownNote,
  methods: {
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true), previous: message })),
      may,
      run: async ({ actor, site }, _params, previous: ShownMessage) => {
        await site.content.database.write((tx) => cancelNote(tx, actor, { id: previous.id }));
        return { kind: 'plain', body: { deleted: true as const, previous } };
      },
    }),
  },
});

/** `/broadsheet/v1/push/messages/{id}/stop`: stops a message that is being sent. */
const broadsheetPushMessageStop = itemRoute({
  path: `${base}/messages/(?P<id>[\\d]+)/stop`,
  inPath: noteInPath,
  find: findShownNote,
  methods: {
    POST: method({
      params: z.object({}),
      reply: valueOf(message),
      may,
      run: async (request, _params, { id }: ShownMessage) => {
        await request.site.content.database.write((tx) => stopNoteBeingSent(tx, request.actor, { id }));
        return { kind: 'plain', body: await shownNote(request, id) };
      },
    }),
  },
});

/** `/broadsheet/v1/push/test`: sends a message to one subscribed browser at once, and stores nothing. */
const broadsheetPushTest = restRoute({
  path: `${base}/test`,
  methods: {
    POST: method({
      params: z.object({
        ...contentArguments,
        endpoint: textParam().describe('Endpoint of the subscription of the user’s own browser.'),
      }),
      required: ['title', 'endpoint'],
      reply: valueOf(z.object({ is_delivered: z.boolean(), reason: z.string() })),
      may,
      run: async ({ actor, site, settings }, { title = '', endpoint = '', ...fields }) => {
        const { content, sendPush } = site;
        const { database, siteUrl } = content;
        const note = await database
          .write((tx) => readNote(tx, actor, { title, ...withoutUndefined(fields) }, { siteUrl }))
          .catch(inParams);
        const target = await findTarget(database.read, endpoint, siteUrl);
        if (!target)
          throw new NotFoundError('This browser is not subscribed to this site.', 'push_not_subscribed');
        if (!sendPush) throw new UnavailableError('This server sends no push messages.');
        const sent = await sendPush(target, await noteMessage(content, { id: 0, ...note }), settings);
        return {
          kind: 'plain',
          body: { is_delivered: sent.outcome.kind === 'delivered', reason: sent.reason ?? '' },
        };
      },
    }),
  },
});

const subscriber = z.object({
  id: z.int(),
  browser: z.enum(['chromium', 'firefox', 'safari', 'edge', 'other']),
  language: z.string(),
  since: z.string(),
  /** Empty: never. */
  last_delivered: z.string(),
  last_failed: z.string(),
});

const presentSubscriber = (one: Subscriber): z.output<typeof subscriber> => ({
  id: one.id,
  browser: one.browser,
  language: one.language,
  since: iso(one.createdAt),
  last_delivered: one.deliveredAt > 0 ? iso(one.deliveredAt) : '',
  last_failed: one.failedAt > 0 ? iso(one.failedAt) : '',
});

/** `/broadsheet/v1/push/subscribers`: subscribed browsers, without endpoints and keys. */
const broadsheetPushSubscribers = restRoute({
  path: `${base}/subscribers`,
  methods: {
    GET: method({
      params: z.object(listArguments),
      reply: valueOf(z.object({ subscribers: z.array(subscriber), total: z.int() })),
      may,
      run: async ({ site }, { page, per_page: limit }) => {
        const {
          database: { read },
          siteUrl,
        } = site.content;
        const found = await listSubscribers(read, siteUrl, { limit, offset: (page - 1) * limit });
        const total = await countSubscribers(read, siteUrl);
        return { kind: 'plain', body: { subscribers: found.map(presentSubscriber), total } };
      },
    }),
  },
});

/** `/broadsheet/v1/push/subscribers/{id}`: DELETE removes a subscriber. */
const broadsheetPushSubscriber = itemRoute({
  path: `${base}/subscribers/(?P<id>[\\d]+)`,
  inPath: { id: 'Id of the subscriber.' },
  find: async ({ site }, captured) => {
    const found = await findSubscriber(site.content.database.read, capturedId(captured));
    if (!found) throw new NotFoundError('There is no such subscriber.', 'push_subscriber_not_found');
    return found;
  },
  methods: {
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true), previous: subscriber })),
      may,
      run: async ({ actor, site }, _params, found: Subscriber) => {
        await site.content.database.write((tx) => removeSubscriber(tx, actor, { id: found.id }));
        return { kind: 'plain', body: { deleted: true as const, previous: presentSubscriber(found) } };
      },
    }),
  },
});

export const pushRoutes = [
  broadsheetPush,
  broadsheetPushMessages,
  broadsheetPushMessage,
  broadsheetPushMessageStop,
  broadsheetPushTest,
  broadsheetPushSubscribers,
  broadsheetPushSubscriber,
];
