import { z } from 'zod';
import { activityKinds, activitySources, activityVerbs } from '../../../kernel/command.ts';
import { optionalChoice, optionalWhole, textParam } from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { fileReply, SentText, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { fromLocal } from '../../../lib/dates.ts';
import { activityToCsv } from '../activity-csv.ts';
import { findItemLinks } from '../item-links.ts';
import { readActivity as may } from '../policy.ts';
import { listActivity, listPeople, readActivity } from '../reader.ts';
import type { ActivityFilter } from '../reader.ts';
import { activityDays } from '../retention.ts';

const base = '/broadsheet/v1/activity';

const entry = z.object({
  id: z.int(),
  date: z.string(),
  /** Empty: the command line, an import, an erased account, or someone who is not logged in. */
  user_name: z.string(),
  user: z.int(),
  source: z.enum(activitySources),
  verb: z.enum(activityVerbs),
  kind: z.enum(activityKinds),
  item: z.int(),
  /** Screen of the item below `/wp-admin`; empty if the item no longer exists or has no screen. */
  link: z.string(),
  summary: z.string(),
  /** Values before and after, by field; empty if the entry can't be undone. */
  details: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});

const filters = z.object({
  kind: optionalChoice(activityKinds).describe('Only changes of items of this kind.'),
  verb: optionalChoice(activityVerbs).describe('Only this action.'),
  source: optionalChoice(activitySources).describe(
    'Only changes made on the site, on the command line, or by imports.',
  ),
  user: optionalWhole({ min: 1 }).describe('Only changes by the account with this id.'),
  search: textParam().describe('Only entries whose description or user contains this text.'),
  since: textParam().describe('Only entries of this day or later: 2026-01-31, in the time zone of the site.'),
  until: textParam().describe(
    'Only entries of this day or earlier: 2026-01-31, in the time zone of the site.',
  ),
});

const dayMs = 24 * 3_600_000;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** The beginning of a day on the site's clock, in milliseconds; undefined for ''. Throws `InvalidParamsError`. */
function beginOf(name: 'since' | 'until', day: string, zone: string, days = 0): number | undefined {
  if (day === '') return undefined;
  const at = dayPattern.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day)
    throw new InvalidParamsError({
      [name]: { code: 'rest_invalid_param', message: `${name} has to be a day such as 2026-01-31.` },
    });
  return fromLocal(at + days * dayMs, zone);
}

function filterOf(
  { settings }: Pick<RestRequest, 'settings'>,
  { kind, verb, source, user, search = '', since = '', until = '' }: Partial<z.output<typeof filters>>,
): ActivityFilter {
  const zone = settings.timezone_string;
  return {
    kind,
    verb,
    source,
    userId: user,
    search: search.trim(),
    from: beginOf('since', since, zone),
    until: beginOf('until', until, zone, 1),
  };
}

/** `/broadsheet/v1/activity`: changes by users, the command line and imports, and log-ins; newest first. */
const broadsheetActivity = restRoute({
  path: base,
  methods: {
    GET: method({
      params: filters.extend({
        before: optionalWhole({ min: 1 }).describe('Only entries older than this one (id).'),
        per_page: optionalWhole({ min: 1, max: 100 }),
      }),
      reply: valueOf(z.array(entry)),
      may,
      run: async (request, { before, per_page: limit = 20, ...sent }) => {
        const { read } = request.site.content.database;
        const entries = await listActivity(read, { ...filterOf(request, sent), limit, before });
        const linkOf = await findItemLinks(read, entries);
        return {
          kind: 'plain',
          body: entries.map((one) => ({
            id: one.id,
            date: new Date(one.at).toISOString(),
            user: one.userId,
            user_name: one.userName,
            source: one.from,
            verb: one.verb,
            kind: one.kind,
            item: one.itemId,
            link: linkOf(one),
            summary: one.summary,
            details: one.details ?? {},
          })),
        };
      },
    }),
  },
});

/** `/broadsheet/v1/activity/people`: accounts with entries, for filters, and how long entries are retained. */
const broadsheetActivityPeople = restRoute({
  path: `${base}/people`,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(
        z.object({ days: z.int(), people: z.array(z.object({ id: z.int(), name: z.string() })) }),
      ),
      may,
      run: async ({ site, settings }) => ({
        kind: 'plain',
        body: { days: activityDays(settings), people: await listPeople(site.content.database.read) },
      }),
    }),
  },
});

/** `/broadsheet/v1/activity/export`: the filtered entries as a CSV file, sent while it is read. */
const broadsheetActivityExport = restRoute({
  path: `${base}/export`,
  methods: {
    GET: method({
      params: filters,
      reply: fileReply,
      may,
      run: async (request, sent) => {
        const { read } = request.site.content.database;
        const filter = filterOf(request, sent);
        const file = new SentText({ name: 'activity.csv', contentType: 'text/csv; charset=utf-8' }, () =>
          activityToCsv(readActivity(read, filter)),
        );
        return { kind: 'file', file };
      },
    }),
  },
});

/** In the order of the index. */
export const activityRoutes = [
  broadsheetActivity,
  broadsheetActivityPeople,
  broadsheetActivityExport,
] as const;
