import { z } from 'zod';
import { fromOf, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { listParam } from '../../../kernel/http/rest/list-param.ts';
import { optionalWhole } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { StaleError } from '../../../lib/errors.ts';
import { noSuchType, replaceFields, typesWithForms } from '../commands.ts';
import { fieldDefinition } from '../model.ts';
import type { FieldSet } from '../model.ts';
import { manageFields, readFields } from '../policy.ts';
import { findFieldSet, readFieldSets } from '../store.ts';

const shownSet = z.object({
  type: z.string(),
  /** 0: never saved. */
  revision: z.int(),
  fields: z.array(
    z.looseObject({
      name: z.string(),
      kind: z.string(),
      label: z.string(),
      /** Whether lists can be filtered and sorted by it already. */
      is_ready: z.boolean(),
    }),
  ),
});

const present = ({ type, revision, fields }: FieldSet): z.output<typeof shownSet> => ({
  type,
  revision,
  fields: fields.map(({ id: _id, isReady, ...field }) => ({ ...field, is_ready: isReady })),
});

/** `/broadsheet/v1/fields`: the custom fields of all types that have forms. */
export const broadsheetFields = restRoute({
  path: '/broadsheet/v1/fields',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.array(shownSet)),
      may: readFields,
      run: async ({ site }) => {
        const sets = await readFieldSets(site.content.database.read);
        return {
          kind: 'plain',
          body: typesWithForms().map(({ name: type }) =>
            present(sets.get(type) ?? { type, revision: 0, fields: [] }),
          ),
        };
      },
    }),
  },
});

const setOf = async ({ site }: RestRequest, type: string) =>
  present(await findFieldSet(site.content.database.read, type));

const replace = method({
  params: z.object({
    fields: listParam(fieldDefinition).describe(
      'All fields of the type, in the order of its form. Values of fields that are left out stay stored as custom fields.',
    ),
    revision: optionalWhole({ min: 0 }).describe(
      'The revision that the change is based on; 0 for fields that were never saved.',
    ),
  }),
  required: ['fields'],
  body: 'long',
  reply: valueOf(shownSet),
  may: manageFields,
  run: async (request, { fields = [], revision }, type: string) => {
    const { actor, site } = request;
    const { database } = site.content;
    try {
      await database.write((tx) => replaceFields(tx, actor, { type, fields }, fromOf(request, revision)));
    } catch (error) {
      if (error instanceof StaleError) throw staleReply(error, { fields }, await setOf(request, type));
      throw faultsOfParams(error, {});
    }
    return { kind: 'plain', body: await setOf(request, type) };
  },
});

/** `/broadsheet/v1/fields/{type}`: the custom fields of a type. A change replaces all of them. */
export const broadsheetFieldSet = itemRoute({
  path: '/broadsheet/v1/fields/(?P<type>[a-z0-9_-]+)',
  inPath: { type: 'Name of the post type.' },
  find: async (_request, { type = '' }) => {
    if (typesWithForms().some(({ name }) => name === type)) return type;
    throw noSuchType(type);
  },
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(shownSet),
      may: readFields,
      run: async (request, _sent, type: string) => ({ kind: 'plain', body: await setOf(request, type) }),
    }),
    POST: replace,
    PUT: replace,
  },
});

export const fieldRoutes = [broadsheetFields, broadsheetFieldSet] as const;
