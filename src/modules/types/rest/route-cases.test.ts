import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { writeDefinition } from '../definition-store.ts';
import { suggestedTaxonomy, suggestedType } from '../own-definition.ts';

let made = 0;
const ofType = async (tx: Tx) => {
  const name = `case_${++made}`;
  const definition = suggestedType(name);
  await writeDefinition(tx, { name, kind: 'post_type', definition, formerSlugs: [] });
  return { name };
};
const ofTaxonomy = async (tx: Tx) => {
  const name = `case_${++made}`;
  const definition = suggestedTaxonomy(name);
  await writeDefinition(tx, { name, kind: 'taxonomy', definition, formerSlugs: [] });
  return { name };
};
const who = '-  +-----  rest_forbidden';
const labels = (number: number) => ({ plural: `Things ${number}`, singular: `Thing ${number}` });

export const cases: RouteCases = {
  'GET /broadsheet/v1/content-types': who,
  'POST /broadsheet/v1/content-types': {
    who: '-  c-----  rest_forbidden',
    body: (number) => ({ name: `made_type_${number}`, ...labels(number) }),
    writes: [
      rest(
        'a post type',
        'POST /broadsheet/v1/content-types',
        { name: 'exhibit', plural: 'Exhibits', singular: 'Exhibit', taxonomies: ['category'] },
        { unseen: true },
      ),
    ],
  },
  'GET /broadsheet/v1/content-types/{name}': { who: 'type  +-----  rest_forbidden', subject: ofType },
  'POST,PUT,PATCH /broadsheet/v1/content-types/{name}': {
    who: 'type  +-----  rest_forbidden',
    subject: ofType,
    body: labels,
    writes: [
      rest(
        'its name',
        'POST /broadsheet/v1/content-types/exhibit',
        { plural: 'Shown things' },
        { unseen: true },
      ),
    ],
  },
  'DELETE /broadsheet/v1/content-types/{name}': {
    who: 'type  +-----  rest_forbidden',
    subject: ofType,
    writes: [rest('its end', 'DELETE /broadsheet/v1/content-types/exhibit', {}, { unseen: true })],
  },
  'GET /broadsheet/v1/content-taxonomies': who,
  'POST /broadsheet/v1/content-taxonomies': {
    who: '-  c-----  rest_forbidden',
    body: (number) => ({ name: `made_taxonomy_${number}`, ...labels(number) }),
    writes: [
      rest(
        'a taxonomy',
        'POST /broadsheet/v1/content-taxonomies',
        { name: 'material', plural: 'Materials', singular: 'Material', types: ['post'] },
        { unseen: true },
      ),
    ],
  },
  'GET /broadsheet/v1/content-taxonomies/{name}': {
    who: 'taxonomy  +-----  rest_forbidden',
    subject: ofTaxonomy,
  },
  'POST,PUT,PATCH /broadsheet/v1/content-taxonomies/{name}': {
    who: 'taxonomy  +-----  rest_forbidden',
    subject: ofTaxonomy,
    body: labels,
    writes: [
      rest(
        'its name',
        'POST /broadsheet/v1/content-taxonomies/material',
        { plural: 'Stuff' },
        { unseen: true },
      ),
    ],
  },
  'DELETE /broadsheet/v1/content-taxonomies/{name}': {
    who: 'taxonomy  +-----  rest_forbidden',
    subject: ofTaxonomy,
    writes: [rest('its end', 'DELETE /broadsheet/v1/content-taxonomies/material', {}, { unseen: true })],
  },
};
