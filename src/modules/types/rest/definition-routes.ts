import { z } from 'zod';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import {
  choiceParam,
  flagParam,
  optionalChoice,
  optionalWhole,
  textParam,
  writtenText,
  writtenWords,
} from '../../../kernel/http/rest/params.ts';
import { everywhere, fieldsOf } from '../../../kernel/http/rest/resource.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { allOf, goneOf, newOf, oneOf, plainLink } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import {
  createTaxonomy,
  createType,
  deleteDefinition,
  updateTaxonomy,
  updateType,
} from '../definition-commands.ts';
import { definitionStates, listTaxonomies, listTypes } from '../definition-reader.ts';
import type { ListedTaxonomy, ListedType } from '../definition-reader.ts';
import {
  suggestedTaxonomy,
  suggestedType,
  taxonomyFields,
  taxonomyName,
  typeFields,
  typeIcons,
} from '../own-definition.ts';
import type { TaxonomyDefinition, TypeDefinition } from '../own-definition.ts';
import { manageTypes as may } from '../policy.ts';

const typesBase = '/broadsheet/v1/content-types';
const taxonomiesBase = '/broadsheet/v1/content-taxonomies';

const text = { label: writtenText(typeFields.plural), slug: writtenText(typeFields.slug) };
const ofType = fieldsOf<ListedType>();
const typeKinds = {
  plural: text.label.describe('Name of the items in the plural, such as “Reviews”.'),
  singular: text.label.describe('Name of one item, such as “Review”.'),
  archive_title: writtenText(typeFields.archive_title).describe('Title of the archive; empty: the plural.'),
  slug: text.slug.describe('First segment of the addresses of its items.'),
  hierarchical: flagParam().describe('Whether items have parents, as pages have.'),
  has_archive: flagParam().describe('Whether a page lists all items.'),
  archive_slug: text.slug.describe('Address of the archive; empty: the slug.'),
  has_feed: flagParam().describe('Whether the archive has a feed.'),
  in_search: flagParam().describe('Whether searches find its items.'),
  in_sitemap: flagParam().describe('Whether sitemaps list its items.'),
  is_article: flagParam().describe(
    'Whether its items are articles, with ads, push messages and counted views.',
  ),
  rest_base: writtenText(typeFields.rest_base).describe('Name of its collection below /wp/v2/.'),
  supports: writtenWords().describe('Features of its items, in WordPress’ names.'),
  icon: optionalChoice(typeIcons).describe('Icon in the menu of the newsroom.'),
  own_capabilities: flagParam().describe(
    'Whether it has capabilities of its own, instead of those of posts.',
  ),
  taxonomies: writtenWords().describe('Built-in taxonomies of its items, such as category.'),
};
const stateKind = choiceParam(definitionStates, 'defined');
const typeResource = ofType.resource('content-type', {
  name: ofType.shown(textParam(), everywhere, ({ name }) => name),
  plural: ofType.written(typeKinds.plural, everywhere, ({ definition: of }) => of.plural),
  singular: ofType.written(typeKinds.singular, everywhere, ({ definition: of }) => of.singular),
  archive_title: ofType.written(
    typeKinds.archive_title,
    everywhere,
    ({ definition: of }) => of.archive_title,
  ),
  slug: ofType.written(typeKinds.slug, everywhere, ({ definition: of }) => of.slug),
  hierarchical: ofType.written(typeKinds.hierarchical, everywhere, ({ definition: of }) => of.hierarchical),
  has_archive: ofType.written(typeKinds.has_archive, everywhere, ({ definition: of }) => of.has_archive),
  archive_slug: ofType.written(typeKinds.archive_slug, everywhere, ({ definition: of }) => of.archive_slug),
  has_feed: ofType.written(typeKinds.has_feed, everywhere, ({ definition: of }) => of.has_feed),
  in_search: ofType.written(typeKinds.in_search, everywhere, ({ definition: of }) => of.in_search),
  in_sitemap: ofType.written(typeKinds.in_sitemap, everywhere, ({ definition: of }) => of.in_sitemap),
  is_article: ofType.written(typeKinds.is_article, everywhere, ({ definition: of }) => of.is_article),
  rest_base: ofType.written(typeKinds.rest_base, everywhere, ({ definition: of }) => of.rest_base),
  supports: ofType.written(typeKinds.supports, everywhere, ({ definition: of }) => [...of.supports]),
  icon: ofType.written(typeKinds.icon, everywhere, ({ definition: of }) => of.icon),
  own_capabilities: ofType.written(
    typeKinds.own_capabilities,
    everywhere,
    ({ definition: of }) => of.own_capabilities,
  ),
  taxonomies: ofType.written(typeKinds.taxonomies, everywhere, ({ definition: of }) => [...of.taxonomies]),
  state: ofType.shown(stateKind, everywhere, ({ state }) => state),
  items: ofType.shown(optionalWhole({ min: 0 }), everywhere, ({ items }) => items),
  revision: ofType.shown(optionalWhole({ min: 0 }), everywhere, ({ revision }) => revision),
});

const ofTaxonomy = fieldsOf<ListedTaxonomy>();
const taxonomyKinds = {
  plural: text.label.describe('Name of the terms in the plural, such as “Genres”.'),
  singular: text.label.describe('Name of one term, such as “Genre”.'),
  slug: text.slug.describe('First segment of the addresses of its terms.'),
  hierarchical: flagParam().describe('Whether terms have parents, as categories have.'),
  has_feed: flagParam().describe('Whether the archives of its terms have feeds.'),
  in_sitemap: flagParam().describe('Whether sitemaps list its terms.'),
  is_topic: flagParam().describe('Whether feeds, structured data and breadcrumbs name its terms as topics.'),
  rest_base: writtenText(taxonomyFields.rest_base).describe(
    'Name of its collection below /wp/v2/, and of the field of posts with its terms.',
  ),
  types: writtenWords().describe('Post types whose items have its terms.'),
};
const taxonomyResource = ofTaxonomy.resource('content-taxonomy', {
  name: ofTaxonomy.shown(textParam(), everywhere, ({ name }) => name),
  plural: ofTaxonomy.written(taxonomyKinds.plural, everywhere, ({ definition: of }) => of.plural),
  singular: ofTaxonomy.written(taxonomyKinds.singular, everywhere, ({ definition: of }) => of.singular),
  slug: ofTaxonomy.written(taxonomyKinds.slug, everywhere, ({ definition: of }) => of.slug),
  hierarchical: ofTaxonomy.written(
    taxonomyKinds.hierarchical,
    everywhere,
    ({ definition: of }) => of.hierarchical,
  ),
  has_feed: ofTaxonomy.written(taxonomyKinds.has_feed, everywhere, ({ definition: of }) => of.has_feed),
  in_sitemap: ofTaxonomy.written(taxonomyKinds.in_sitemap, everywhere, ({ definition: of }) => of.in_sitemap),
  is_topic: ofTaxonomy.written(taxonomyKinds.is_topic, everywhere, ({ definition: of }) => of.is_topic),
  rest_base: ofTaxonomy.written(taxonomyKinds.rest_base, everywhere, ({ definition: of }) => of.rest_base),
  types: ofTaxonomy.written(taxonomyKinds.types, everywhere, ({ definition: of }) => [...of.types]),
  state: ofTaxonomy.shown(stateKind, everywhere, ({ state }) => state),
  items: ofTaxonomy.shown(optionalWhole({ min: 0 }), everywhere, ({ items }) => items),
  revision: ofTaxonomy.shown(optionalWhole({ min: 0 }), everywhere, ({ revision }) => revision),
});

const nameArgument = writtenText(taxonomyName).describe(
  'Its name in the database, which never changes: small letters, digits, “_” and “-”.',
);

function itemOf(request: RestRequest, base: string, name: string, revision: number, body: object): RestItem {
  return {
    body: body as RestItem['body'],
    revision,
    links: { self: [plainLink(restUrl(request, `${base}/${name}`))] },
  };
}
const typeItem = (request: RestRequest, type: ListedType) =>
  itemOf(request, typesBase, type.name, type.revision, typeResource.present(request, type, 'view'));
const taxonomyItem = (request: RestRequest, taxonomy: ListedTaxonomy) =>
  itemOf(
    request,
    taxonomiesBase,
    taxonomy.name,
    taxonomy.revision,
    taxonomyResource.present(request, taxonomy, 'view'),
  );

async function findType({ site }: RestRequest, name: string): Promise<ListedType> {
  const type = (await listTypes(site.content.database.read)).find((one) => one.name === name);
  if (!type) throw new NotFoundError('There is no such content type.', 'content_type_not_found');
  return type;
}
async function findTaxonomy({ site }: RestRequest, name: string): Promise<ListedTaxonomy> {
  const taxonomy = (await listTaxonomies(site.content.database.read)).find((one) => one.name === name);
  if (!taxonomy) throw new NotFoundError('There is no such taxonomy.', 'content_type_not_found');
  return taxonomy;
}

/** The definition with the sent fields. A wrong value is refused by the command. */
const merged = <Definition extends object>(before: Definition, sent: object): Definition => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<Definition>),
});

/** Writes, and replies to a stale change with both sides. */
async function attempt(
  work: () => Promise<void>,
  mine: unknown,
  theirs: () => Promise<object>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StaleError) throw staleReply(error, mine, await theirs());
    throw faultsOfParams(error, {});
  }
}

const newType = (name: string, plural: string): TypeDefinition => ({ ...suggestedType(name), plural });
const newTaxonomy = (name: string, plural: string): TaxonomyDefinition => ({
  ...suggestedTaxonomy(name),
  plural,
});

const contentTypes = restRoute({
  path: typesBase,
  methods: {
    GET: method({
      params: z.object({}),
      reply: allOf(typeResource),
      may,
      run: async (request) => ({
        kind: 'items',
        items: (await listTypes(request.site.content.database.read)).map((one) => typeItem(request, one)),
      }),
    }),
    POST: method({
      params: z.object({ name: nameArgument, ...typeKinds }),
      required: ['name', 'plural', 'singular'],
      reply: newOf(typeResource),
      may,
      run: async (request, { name = '', ...sent }) => {
        const input = { name, ...merged(newType(name, sent.plural ?? ''), sent) };
        await attempt(
          () => request.site.content.database.write((tx) => createType(tx, request.actor, input)),
          sent,
          async () => ({}),
        );
        const item = typeItem(request, await findType(request, name));
        return { kind: 'item', item, headers: { location: restUrl(request, `${typesBase}/${name}`) } };
      },
    }),
  },
});

const changeType = method({
  params: z.object({ ...typeKinds, ...fromRevision }),
  reply: oneOf(typeResource),
  may,
  run: async (request, { revision, ...sent }, before: ListedType) => {
    const { name } = before;
    const input = { name, ...merged(before.definition, sent) };
    await attempt(
      () =>
        request.site.content.database.write((tx) =>
          updateType(tx, request.actor, input, fromOf(request, revision)),
        ),
      sent,
      async () => typeItem(request, await findType(request, name)).body,
    );
    return { kind: 'item', item: typeItem(request, await findType(request, name)) };
  },
});

const contentType = itemRoute({
  path: `${typesBase}/(?P<name>[a-z][a-z0-9_-]*)`,
  inPath: { name: 'Name of the post type.' },
  find: (request, { name = '' }) => findType(request, name),
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(typeResource),
      may,
      run: async (request, _params, type: ListedType) => ({ kind: 'item', item: typeItem(request, type) }),
    }),
    POST: changeType,
    PUT: changeType,
    PATCH: changeType,
    DELETE: method({
      params: z.object(fromRevision),
      reply: goneOf(typeResource),
      may,
      run: async (request, { revision }, type: ListedType) => {
        const { name } = type;
        await attempt(
          () =>
            request.site.content.database.write((tx) =>
              deleteDefinition(tx, request.actor, { kind: 'post_type', name }, fromOf(request, revision)),
            ),
          null,
          async () => typeItem(request, await findType(request, name)).body,
        );
        return { kind: 'removed', previous: typeItem(request, type) };
      },
    }),
  },
});

const contentTaxonomies = restRoute({
  path: taxonomiesBase,
  methods: {
    GET: method({
      params: z.object({}),
      reply: allOf(taxonomyResource),
      may,
      run: async (request) => ({
        kind: 'items',
        items: (await listTaxonomies(request.site.content.database.read)).map((one) =>
          taxonomyItem(request, one),
        ),
      }),
    }),
    POST: method({
      params: z.object({ name: nameArgument, ...taxonomyKinds }),
      required: ['name', 'plural', 'singular'],
      reply: newOf(taxonomyResource),
      may,
      run: async (request, { name = '', ...sent }) => {
        const input = { name, ...merged(newTaxonomy(name, sent.plural ?? ''), sent) };
        await attempt(
          () => request.site.content.database.write((tx) => createTaxonomy(tx, request.actor, input)),
          sent,
          async () => ({}),
        );
        const item = taxonomyItem(request, await findTaxonomy(request, name));
        return { kind: 'item', item, headers: { location: restUrl(request, `${taxonomiesBase}/${name}`) } };
      },
    }),
  },
});

const changeTaxonomy = method({
  params: z.object({ ...taxonomyKinds, ...fromRevision }),
  reply: oneOf(taxonomyResource),
  may,
  run: async (request, { revision, ...sent }, before: ListedTaxonomy) => {
    const { name } = before;
    const input = { name, ...merged(before.definition, sent) };
    await attempt(
      () =>
        request.site.content.database.write((tx) =>
          updateTaxonomy(tx, request.actor, input, fromOf(request, revision)),
        ),
      sent,
      async () => taxonomyItem(request, await findTaxonomy(request, name)).body,
    );
    return { kind: 'item', item: taxonomyItem(request, await findTaxonomy(request, name)) };
  },
});

const contentTaxonomy = itemRoute({
  path: `${taxonomiesBase}/(?P<name>[a-z][a-z0-9_-]*)`,
  inPath: { name: 'Name of the taxonomy.' },
  find: (request, { name = '' }) => findTaxonomy(request, name),
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(taxonomyResource),
      may,
      run: async (request, _params, taxonomy: ListedTaxonomy) => ({
        kind: 'item',
        item: taxonomyItem(request, taxonomy),
      }),
    }),
    POST: changeTaxonomy,
    PUT: changeTaxonomy,
    PATCH: changeTaxonomy,
    DELETE: method({
      params: z.object(fromRevision),
      reply: goneOf(taxonomyResource),
      may,
      run: async (request, { revision }, taxonomy: ListedTaxonomy) => {
        const { name } = taxonomy;
        await attempt(
          () =>
            request.site.content.database.write((tx) =>
              deleteDefinition(tx, request.actor, { kind: 'taxonomy', name }, fromOf(request, revision)),
            ),
          null,
          async () => taxonomyItem(request, await findTaxonomy(request, name)).body,
        );
        return { kind: 'removed', previous: taxonomyItem(request, taxonomy) };
      },
    }),
  },
});

export const definitionRoutes = [contentTypes, contentType, contentTaxonomies, contentTaxonomy] as const;
