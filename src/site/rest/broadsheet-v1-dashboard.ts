import { z } from 'zod';
import { activityKinds, activitySources, changeVerbs } from '../../kernel/command.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { demand, isAllowed } from '../../kernel/permission.ts';
import type { Actor, Permission } from '../../kernel/permission.ts';
import { cutText } from '../../lib/cut-text.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../lib/visible-name.ts';
import { readActivity } from '../../modules/activity/policy.ts';
import { listChangesByOthers } from '../../modules/activity/reader.ts';
import { findHeldComments } from '../../modules/comments/comment-lists.ts';
import { mayModerate } from '../../modules/comments/policy.ts';
import { groupChanges } from '../../modules/dashboard/group-changes.ts';
import { findSetup } from '../../modules/dashboard/setup.ts';
import type { Setup } from '../../modules/dashboard/setup.ts';
import { lastVisit, readState } from '../../lib/dashboard-visit.ts';
import { listFindings } from '../../modules/findings/store.ts';
import { mayPublish, mayWriteAnything } from '../../modules/posts/policy.ts';
import { findDrafts, findEdited, findScheduled, mayEditOthers } from '../../modules/posts/unfinished.ts';
import type { UnfinishedPost } from '../../modules/posts/unfinished.ts';
import { manageSettings } from '../../modules/settings/policy.ts';
import { registeredTypes } from '../../modules/types/registry.ts';
import { findPreferences } from '../../modules/users/user-fields.ts';
import { findReadsOfDay } from '../../modules/views/store.ts';
import { revisionOfComment } from './comment-resource.ts';

/** Rows of each list. */
const maxRows = 6;
const maxStories = 8;
/** Entries of the log that are grouped. */
const maxChanges = 300;
/** Characters of a comment's text. */
const excerptLength = 280;

/** Parts that a caller without the capability gets as null; those that failed are in `failed`, and null, too. */
const partNames = [
  'reads',
  'scheduled',
  'drafts',
  'comments',
  'editing',
  'findings',
  'changes',
  'setup',
] as const;

const post = z.object({
  id: z.int(),
  /** Plain text, as all titles and names here. */
  title: z.string(),
  status: z.string(),
  author: z.int(),
  author_name: z.string(),
  /** In UTC: the time of publication of scheduled posts, else of the last change. */
  date: z.string(),
});

const dashboard = z.object({
  date: z.string(),
  failed: z.array(z.enum(partNames)),
  /** The caller's preference `broadsheet_dashboard`, as stored. */
  state: z.record(z.string(), z.unknown()),
  reads: z
    .object({
      today: z.int(),
      /** On the whole day a week ago. Days are in UTC. */
      week_ago: z.int(),
      posts: z.array(z.object({ id: z.int(), title: z.string(), reads: z.int() })),
    })
    .nullable(),
  scheduled: z.array(post).nullable(),
  drafts: z.object({ mine: z.array(post), others: z.array(post).nullable() }).nullable(),
  comments: z
    .array(
      z.object({
        id: z.int(),
        post: z.int(),
        post_title: z.string(),
        author_name: z.string(),
        date: z.string(),
        /** Plain text. */
        excerpt: z.string(),
        revision: z.int(),
      }),
    )
    .nullable(),
  editing: z
    .array(
      z.object({
        post: z.int(),
        title: z.string(),
        user: z.int(),
        user_name: z.string(),
        since: z.string(),
      }),
    )
    .nullable(),
  findings: z
    .object({
      posts: z.int(),
      pictures: z.int(),
      links: z.int(),
      listed: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          author_name: z.string(),
          pictures: z.int(),
          links: z.int(),
          /** The first pictures without alternative text, and links that lead nowhere. */
          picture_names: z.array(z.object({ name: z.string(), is_featured: z.boolean() })),
          addresses: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
  changes: z
    .object({
      since: z.string(),
      groups: z.array(
        z.object({
          user: z.int(),
          user_name: z.string(),
          source: z.enum(activitySources),
          verb: z.enum(changeVerbs),
          kind: z.enum(activityKinds),
          count: z.int(),
          date: z.string(),
          items: z.array(z.object({ item: z.int(), summary: z.string() })),
        }),
      ),
    })
    .nullable(),
  /** Steps of setting up a site, and whether they are done; null once the required ones are, or after it was dismissed. */
  setup: z
    .object({
      identity: z.boolean(),
      story: z.boolean(),
      menu: z.boolean(),
      look: z.boolean(),
      people: z.boolean(),
      services: z.boolean(),
    })
    .nullable(),
});
type Dashboard = z.output<typeof dashboard>;

const seeDashboard: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to view the dashboard.',
  capability: 'edit_posts',
  test: (actor) => mayWriteAnything(actor),
};

const plain = (html: string) => withoutTurning(htmlToText(html)).trim();
const iso = (at: number) => new Date(at).toISOString();

const toPost = ({ id, title, status, authorId, authorName, at }: UnfinishedPost) => ({
  id,
  title: plain(title),
  status,
  author: authorId,
  author_name: authorName,
  date: iso(at),
});

const mayPublishAnything = (actor: Actor) => registeredTypes().some(({ name }) => mayPublish(actor, name));

/** `/broadsheet/v1/dashboard`: what the dashboard shows the caller, in at most ten queries. */
export const broadsheetDashboard = restRoute({
  path: '/broadsheet/v1/dashboard',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(dashboard),
      may: seeDashboard,
      run: async (request) => {
        demand(seeDashboard, request.actor, undefined);
        return { kind: 'plain', body: await readDashboard(request, request.actor, Date.now()) };
      },
    }),
  },
});

async function readDashboard(
  { site, settings, onFault }: Pick<RestRequest, 'site' | 'settings' | 'onFault'>,
  actor: Actor,
  now: number,
): Promise<Dashboard> {
  const { read } = site.content.database;
  const failed: Dashboard['failed'] = [];
  /** A part's value, or null for callers that don't get it, and after an error, which other parts survive. */
  const part = async <Value>(
    name: (typeof partNames)[number],
    isShown: boolean,
    load: () => Promise<Value>,
  ): Promise<Value | null> => {
    if (!isShown) return null;
    try {
      return await load();
    } catch (error) {
      onFault(error);
      failed.push(name);
      return null;
    }
  };
  const publishes = mayPublishAnything(actor) || mayEditOthers(actor);
  const stored = (await findPreferences(read, [actor.id])).get(actor.id)?.broadsheet_dashboard ?? {};
  const state = readState(stored);
  const manages = isAllowed(manageSettings, actor, undefined);
  const [reads, scheduled, drafts, comments, editing, findings, changes, setup] = await Promise.all([
    part('reads', publishes, async () => {
      const { today, weekAgo, posts } = await findReadsOfDay(read, { now, limit: maxStories });
      return { today, week_ago: weekAgo, posts: posts.map((one) => ({ ...one, title: plain(one.title) })) };
    }),
    part('scheduled', publishes, async () => (await findScheduled(read, actor, maxRows)).map(toPost)),
    part('drafts', true, async () => {
      const { mine, others } = await findDrafts(read, actor, maxRows);
      return { mine: mine.map(toPost), others: others?.map(toPost) ?? null };
    }),
    part('comments', mayModerate(actor), async () =>
      (await findHeldComments(read, maxRows)).map(toHeldComment),
    ),
    part('editing', publishes, async () =>
      (await findEdited(read, actor, { now, limit: maxRows })).map(
        ({ id, title, userId, userName, since }) => ({
          post: id,
          title: plain(title),
          user: userId,
          user_name: userName,
          since: iso(since),
        }),
      ),
    ),
    part('findings', publishes, async () => toFindings(await listFindings(read, actor, maxRows))),
    part('changes', isAllowed(readActivity, actor, undefined), async () => {
      const since = lastVisit(state, now);
      const entries = await listChangesByOthers(read, { userId: actor.id, since, limit: maxChanges });
      return { since: iso(since), groups: toGroups(entries) };
    }),
    part('setup', manages && !state.hidesSetup, async () => {
      const found = await findSetup(read, settings);
      return isSetUp(found) ? null : { ...found };
    }),
  ]);
  return {
    date: iso(now),
    failed,
    state: { ...stored },
    reads,
    scheduled,
    drafts,
    comments,
    editing,
    findings,
    changes,
    setup,
  };
}

const isSetUp = ({ services: _optional, ...required }: Setup) => Object.values(required).every(Boolean);

type HeldComment = Awaited<ReturnType<typeof findHeldComments>>[number];

function toHeldComment(comment: HeldComment) {
  return {
    id: comment.id,
    post: comment.postId,
    post_title: plain(comment.postTitle),
    author_name: visibleName(htmlToText(comment.authorName)),
    date: iso(comment.createdAt),
    excerpt: cutText(htmlToText(comment.content).replace(/\s+/g, ' ').trim(), excerptLength),
    revision: revisionOfComment(comment),
  };
}

const toFindings = ({
  posts,
  pictures,
  links,
  listed,
}: Awaited<ReturnType<typeof listFindings>>): NonNullable<Dashboard['findings']> => ({
  posts,
  pictures,
  links,
  listed: listed.map((found) => ({
    id: found.id,
    title: plain(found.title),
    author_name: found.authorName,
    pictures: found.pictureCount,
    links: found.linkCount,
    picture_names: found.pictures.map(({ name, isFeatured }) => ({ name, is_featured: isFeatured })),
    addresses: [...found.links],
  })),
});

const toGroups = (entries: Parameters<typeof groupChanges>[0]) =>
  groupChanges(entries, maxRows).map(({ userId, userName, from, verb, kind, count, at, items }) => ({
    user: userId,
    user_name: userName,
    source: from,
    verb,
    kind,
    count,
    date: iso(at),
    items: items.map(({ itemId, summary }) => ({ item: itemId, summary })),
  }));
