import { z } from 'zod';
import {
  choiceParam,
  flagParam,
  optionalChoice,
  optionalWhole,
  textParam,
} from '../../../kernel/http/rest/params.ts';
import { everywhere, fieldsOf } from '../../../kernel/http/rest/resource.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { allOf, newOf, plainLink } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { manageTypes as may } from '../../types/index.ts';
import { readyTypeNames } from '../model.ts';
import { listReadyTypes, readyStates, switchOn } from '../switch-on.ts';
import type { ListedReadyType } from '../switch-on.ts';

const path = '/broadsheet/v1/content-types/ready';

interface Shown extends ListedReadyType {
  /** Samples added by this request. */
  readonly added: number;
}
const of = fieldsOf<Shown>();
const resource = of.resource('ready-type', {
  name: of.shown(textParam(), everywhere, ({ type }) => type.name),
  plural: of.shown(textParam(), everywhere, ({ type }) => type.definition.plural),
  singular: of.shown(textParam(), everywhere, ({ type }) => type.definition.singular),
  slug: of.shown(textParam(), everywhere, ({ slug }) => slug),
  summary: of.shown(textParam(), everywhere, ({ type }) => type.summary),
  state: of.shown(choiceParam(readyStates, 'off'), everywhere, ({ state }) => state),
  fields: of.shown(optionalWhole({ min: 0 }), everywhere, ({ type }) => type.fields.length),
  samples: of.shown(optionalWhole({ min: 0 }), everywhere, ({ added }) => added),
});

const itemOf = (request: RestRequest, shown: Shown): RestItem => ({
  body: resource.present(request, shown, 'view'),
  links: { self: [plainLink(restUrl(request, path))] },
});

export const readyRoutes = [
  restRoute({
    path,
    methods: {
      GET: method({
        params: z.object({}),
        reply: allOf(resource),
        may,
        run: async (request) => ({
          kind: 'items',
          items: (await listReadyTypes(request.site.content.database.read)).map((one) =>
            itemOf(request, { ...one, added: 0 }),
          ),
        }),
      }),
      POST: method({
        params: z.object({
          name: optionalChoice(readyTypeNames).describe('The ready type to switch on.'),
          with_samples: flagParam().describe('Whether items are added that show what the type does.'),
        }),
        required: ['name'],
        reply: newOf(resource),
        may,
        run: async (request, { name = '', with_samples: samples = false }) => {
          const { dataDir, content } = request.site;
          const { database } = content;
          try {
            const { type, samples: added } = await switchOn({ database, dataDir }, request.actor, {
              name,
              samples,
            });
            return {
              kind: 'item',
              item: itemOf(request, { type, state: 'on', slug: type.definition.slug, added }),
            };
          } catch (error) {
            throw faultsOfParams(error, {});
          }
        },
      }),
    },
  }),
];
