import { z } from 'zod';
import type { Permission } from '../../../kernel/permission.ts';
import { refusal } from '../../../kernel/permission.ts';
import { mayManageTerms, termCapability } from '../policy.ts';
import { listTree } from '../tree.ts';
import { sectionTaxonomy } from '../../types/names.ts';
import { registeredTaxonomies } from '../../types/registry.ts';
import { collectionParams, wordParam } from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

const trees = () =>
  registeredTaxonomies().filter(({ isHierarchical, restBase }) => isHierarchical && restBase !== undefined);
const may: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to manage terms in this taxonomy.',
  capability: 'manage_categories',
  test: (actor) => trees().some(({ name }) => mayManageTerms(actor, name)),
};
const tree = z.object({
  total: z.int(),
  above: z.array(z.object({ id: z.int(), name: z.string() })),
  terms: z.array(z.object({ id: z.int(), depth: z.int() })),
});
const { page, per_page } = collectionParams;

/** `/broadsheet/v1/term-tree`: a page of the terms of a taxonomy, each before those below it; `above` are those above the page's first one. */
export const broadsheetTermTree = restRoute({
  path: '/broadsheet/v1/term-tree',
  methods: {
    GET: method({
      params: z.object({ taxonomy: wordParam(sectionTaxonomy), page, per_page }),
      reply: valueOf(tree),
      may,
      run: async ({ actor, site }, { taxonomy, page: number, per_page: limit }) => {
        const known = trees().map(({ name }) => name);
        if (!known.includes(taxonomy)) {
          const message = `"${taxonomy.slice(0, 80)}" is no taxonomy whose terms stand below each other; these are: ${known.join(', ')}.`;
          throw new InvalidParamsError({ taxonomy: { code: 'rest_not_in_enum', message } });
        }
        if (!mayManageTerms(actor, taxonomy))
          throw refusal(actor, { ...may, capability: termCapability(taxonomy, 'manage_terms') });
        const { total, above, terms } = await listTree(site.content.database.read, {
          taxonomy,
          limit,
          offset: (number - 1) * limit,
        });
        return { kind: 'plain', body: { total, above: [...above], terms: [...terms] } };
      },
    }),
  },
});
