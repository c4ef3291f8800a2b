import { z } from 'zod';
import { describeSettings } from '../describe.ts';
import { manageSettings } from '../policy.ts';
import { readSettings } from '../reader.ts';
import { saveSettings, seen } from '../save-settings.ts';
import type { Settings } from '../settings.ts';
import { objectParam, textParam } from '../../../kernel/http/rest/params.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { PlainAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

/** A setting with what it takes. */
const described = z
  .object({
    key: z.string(),
    group: z.string(),
    title: z.string(),
    help: z.string(),
    default: z.unknown(),
    schema: z.record(z.string(), z.unknown()),
    value: z.unknown(),
  })
  .loose();
const saved = z.object({ changed: z.array(z.string()), values: z.record(z.string(), z.unknown()) });
/** `values`: what settings are to be (null: their default). `from`: what was seen of each. */
const changes = z.object({ values: objectParam(), from: objectParam() });

/** `/broadsheet/v1/settings`: every setting with what it takes, by its group; of a secret one whether it is set. */
export const broadsheetSettings = restRoute({
  path: '/broadsheet/v1/settings',
  methods: {
    GET: method({
      params: z.object({ group: textParam() }),
      reply: valueOf(z.array(described)),
      may: manageSettings,
      run: async ({ settings }, { group }) => {
        const wanted = describeSettings().filter((one) => group === undefined || one.group === group);
        return { kind: 'plain', body: wanted.map((one) => ({ ...one, value: valueIn(settings, one.key) })) };
      },
    }),
    POST: method({
      params: changes,
      required: ['values', 'from'],
      reply: valueOf(saved),
      may: manageSettings,
      run: save,
    }),
  },
});

function valueIn(settings: Settings, key: string): unknown {
  return seen(key, new Map<string, unknown>(Object.entries(settings)).get(key));
}

/** Saves all of it or nothing: 409 with both sides where one is no longer as it was seen. */
async function save(
  { actor, site }: RestRequest,
  { values = {}, from = {} }: z.output<typeof changes>,
): Promise<PlainAnswer<z.input<typeof saved>>> {
  const { changed, settings } = await site.content.database.write(async (tx) => ({
    changed: await saveSettings(tx, actor, values, from),
    settings: (await readSettings(tx.db)).settings,
  }));
  return {
    kind: 'plain',
    body: {
      changed,
      values: Object.fromEntries(Object.keys(values).map((key) => [key, valueIn(settings, key)])),
    },
  };
}
