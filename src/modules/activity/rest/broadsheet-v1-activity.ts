import { z } from 'zod';
import { activityKinds, activitySources, activityVerbs } from '../../../kernel/command.ts';
import { optionalChoice, optionalWhole } from '../../../kernel/http/rest/params.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { readActivity } from '../policy.ts';
import { listActivity } from '../reader.ts';

const entry = z.object({
  id: z.int(),
  date: z.string(),
  /** Empty: the command line, an import, or an erased account. */
  user_name: z.string(),
  user: z.int(),
  source: z.enum(activitySources),
  verb: z.enum(activityVerbs),
  kind: z.enum(activityKinds),
  item: z.int(),
  summary: z.string(),
  /** Values before and after, by field; empty if the entry can't be undone. */
  details: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});

/** `/broadsheet/v1/activity`: changes by users, the command line and imports, newest first; the last 10,000 are retained. */
export const broadsheetActivity = restRoute({
  path: '/broadsheet/v1/activity',
  methods: {
    GET: method({
      params: z.object({
        kind: optionalChoice(activityKinds).describe('Only changes of items of this kind.'),
        before: optionalWhole({ min: 1 }).describe('Only entries older than this one (id).'),
        per_page: optionalWhole({ min: 1, max: 100 }),
      }),
      reply: valueOf(z.array(entry)),
      may: readActivity,
      run: async ({ site }, { kind, before, per_page: limit = 20 }) => ({
        kind: 'plain',
        body: (
          await listActivity(site.content.database.read, {
            limit,
            ...(kind ? { kind } : {}),
            ...(before ? { before } : {}),
          })
        ).map(({ id, at, userId, userName, from, verb, kind: of, itemId, summary, details = {} }) => ({
          id,
          date: new Date(at).toISOString(),
          user: userId,
          user_name: userName,
          source: from,
          verb,
          kind: of,
          item: itemId,
          summary,
          details,
        })),
      }),
    }),
  },
});
