import { z } from 'zod';
import {
  fromOf,
  fromRevision,
  revisionOfWhole,
  staleReply,
} from '../../../kernel/http/rest/from-revision.ts';
import {
  choiceParam,
  offParam,
  optionalWhole,
  textParam,
  wholeParam,
  writtenText,
} from '../../../kernel/http/rest/params.ts';
import { DetailedError, InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { everywhere, fieldsOf } from '../../../kernel/http/rest/resource.ts';
import { goneOf, manyOf, newOf, oneOf, plainLink, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import { ownPath } from '../../../lib/urls.ts';
import { withoutOrigin } from '../check-redirect.ts';
import {
  createRedirect,
  deleteRedirect,
  dismissMissingPage,
  importRedirects,
  planRedirectImport,
  redirectFields,
  updateRedirect,
} from '../commands.ts';
import { findMissingPage, listMissingPages, missingPageOrders } from '../missing-pages.ts';
import { redirectStatuses, sourcesFor } from '../model.ts';
import type { Redirect } from '../model.ts';
import type { ImportPlan } from '../plan-import.ts';
import { patternOf } from '../patterns.ts';
import { manageRedirects as may } from '../policy.ts';
import { maxCsvBytes, redirectsToCsv } from '../redirect-csv.ts';
import {
  findFirstRedirect,
  findPattern,
  findRedirectById,
  listRedirects,
  readAllRedirects,
  redirectOrders,
} from '../store.ts';

const base = '/broadsheet/v1/redirects';
const { shown, written, resource } = fieldsOf<Redirect>();
const addressText = writtenText(redirectFields.shape.source);
const redirectResource = resource('redirect', {
  id: shown(optionalWhole({ min: 1 }), everywhere, ({ id }) => id),
  source: written(addressText, everywhere, ({ source }) => source),
  target: written(addressText, everywhere, ({ target }) => target),
  status: written(optionalWhole(), everywhere, ({ status }) => status),
  is_pattern: shown(offParam(), everywhere, ({ source }) => patternOf(source) !== undefined),
  created: shown(textParam(), everywhere, ({ createdAt }) => new Date(createdAt).toISOString()),
  revision: shown(optionalWhole({ min: 1 }), everywhere, ({ revision }) => revision),
});

const sourceArgument = addressText.describe(
  'Path of this site that has no page, with a query if it matters. One “*” makes it a pattern; a literal asterisk is “%2A”.',
);
const targetArgument = addressText.describe(
  'Path of this site or http(s) URL; empty for 410. For a pattern a path, in which “*” is the matched text.',
);
const statusArgument = optionalWhole().describe(`One of ${redirectStatuses.join(', ')}; default 301.`);

function present(request: RestRequest, redirect: Redirect): RestItem {
  return {
    body: redirectResource.present(request, redirect, 'view'),
    revision: redirect.revision,
    links: { self: [plainLink(restUrl(request, `${base}/${redirect.id}`))] },
  };
}

function statusOf(status: number): Redirect['status'] {
  const known = redirectStatuses.find((one) => one === status);
  if (known !== undefined) return known;
  throw new InvalidParamsError({
    status: { code: 'rest_not_in_enum', message: `status is not one of ${redirectStatuses.join(', ')}.` },
  });
}

const listParams = z.object({
  page: wholeParam(1, { min: 1 }).describe('Page of the results, starting at 1.'),
  per_page: wholeParam(20, { min: 1, max: 100 }).describe('Maximum number of items in the response.'),
  search: textParam().describe('Only items whose addresses contain this text.'),
});

/** `/broadsheet/v1/redirects`: redirects of addresses without a page. */
const broadsheetRedirects = restRoute({
  path: base,
  methods: {
    GET: method({
      params: listParams.extend({
        orderby: choiceParam(redirectOrders, 'source').describe('Field that the items are sorted by.'),
        order: choiceParam(['asc', 'desc'], 'asc'),
      }),
      reply: manyOf(redirectResource),
      may,
      run: async (request, { page, per_page: perPage, ...query }) => {
        const { redirects, total } = await listRedirects(request.site.content.database.read, {
          ...query,
          limit: perPage,
          offset: (page - 1) * perPage,
        });
        const items = redirects.map((redirect) => present(request, redirect));
        return { kind: 'collection', items, total, perPage, page };
      },
    }),
    POST: method({
      params: z.object({ source: sourceArgument, target: targetArgument, status: statusArgument }),
      required: ['source'],
      reply: newOf(redirectResource),
      may,
      run: async (request, { source = '', target = '', status = 301 }) => {
        const { database, siteUrl } = request.site.content;
        const id = await database.write((tx) =>
          createRedirect(tx, request.actor, {
            source: withoutOrigin(source, siteUrl),
            target: withoutOrigin(target, siteUrl),
            status: statusOf(status),
          }),
        );
        const item = present(request, await found(request, id));
        return { kind: 'item', item, headers: { location: restUrl(request, `${base}/${id}`) } };
      },
    }),
  },
});

async function found({ site }: RestRequest, id: number): Promise<Redirect> {
  const redirect = await findRedirectById(site.content.database.read, id);
  if (!redirect) throw new NotFoundError('There is no such redirect.', 'redirect_not_found');
  return redirect;
}

/** Replies to a stale write with both sides. */
function withTheirs(request: RestRequest, id: number, mine: unknown): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof StaleError)) throw error;
    const theirs = await findRedirectById(request.site.content.database.read, id);
    throw staleReply(error, mine, theirs && present(request, theirs).body);
  };
}

const update = method({
  params: z.object({
    source: sourceArgument,
    target: targetArgument,
    status: statusArgument,
    ...fromRevision,
  }),
  reply: oneOf(redirectResource),
  may,
  run: async (request, { revision, ...sent }, before: Redirect) => {
    const { database, siteUrl } = request.site.content;
    const { id } = before;
    const status = statusOf(sent.status ?? before.status);
    await database
      .write((tx) =>
        updateRedirect(
          tx,
          request.actor,
          {
            id,
            source: withoutOrigin(sent.source ?? before.source, siteUrl),
            target: withoutOrigin(sent.target ?? before.target, siteUrl),
            status,
          },
          fromOf(request, revision),
        ),
      )
      .catch(withTheirs(request, id, sent));
    return { kind: 'item', item: present(request, await found(request, id)) };
  },
});

/** `/broadsheet/v1/redirects/{id}`. */
const broadsheetRedirect = itemRoute({
  path: `${base}/(?P<id>[\\d]+)`,
  inPath: { id: 'Id of the redirect.' },
  find: (request, captured) => found(request, capturedId(captured)),
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(redirectResource),
      may,
      run: async (request, _params, redirect: Redirect) => ({
        kind: 'item',
        item: present(request, redirect),
      }),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object(fromRevision),
      reply: goneOf(redirectResource),
      may,
      run: async (request, { revision }, redirect: Redirect) => {
        const { id } = redirect;
        await request.site.content.database
          .write((tx) => deleteRedirect(tx, request.actor, { id }, fromOf(request, revision)))
          .catch(withTheirs(request, id, null));
        return { kind: 'removed', previous: present(request, redirect) };
      },
    }),
  },
});

const ends = ['page', 'missing', 'gone', 'reserved', 'elsewhere', 'loop'] as const;
const trace = z.object({
  steps: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      status: z.int(),
      /** Null: the site redirects without an editor's redirect, for example to a changed slug. */
      redirect: z.object({ id: z.int(), source: z.string(), target: z.string() }).nullable(),
    }),
  ),
  end: z.object({ kind: z.enum(ends), address: z.string(), title: z.string() }),
});

const maxSteps = 10;

/** Path with query of an address on this site; throws `InvalidParamsError` for anything else. */
function addressIn({ site }: RestRequest, sent = ''): string {
  const address = ownPath(sent.trim(), site.content.siteUrl);
  const isOwn = /^(?:\/(?!\/)|https?:)[^\s\\]*$/i.test(sent.trim());
  if (address !== undefined && isOwn) return address.split('#', 1)[0] ?? address;
  throw new InvalidParamsError({
    path: {
      code: 'rest_invalid_param',
      message: 'path has to be the path of an address on this site: /old-page/',
    },
  });
}

/** `/broadsheet/v1/redirects/test`: where a visitor ends who opens an address, and by which redirects. */
const broadsheetRedirectTest = restRoute({
  path: `${base}/test`,
  methods: {
    GET: method({
      params: z.object({ path: addressText.describe('Path on this site, with its query: /old-page/.') }),
      required: ['path'],
      reply: valueOf(trace),
      may,
      run: async (request, { path }) => ({
        kind: 'plain',
        body: await traced(request, addressIn(request, path)),
      }),
    }),
  },
});

async function traced(request: RestRequest, address: string): Promise<z.output<typeof trace>> {
  const { content, pagePreviews } = request.site;
  const steps: z.output<typeof trace>['steps'] = [];
  let at = address;
  while (steps.length < maxSteps) {
    const reached = await pagePreviews.reach(at);
    const isPage = reached.kind === 'page';
    if (reached.kind !== 'redirect' && reached.kind !== 'gone')
      return { steps, end: { kind: reached.kind, address: at, title: isPage ? reached.title : '' } };
    const to = reached.kind === 'gone' ? '' : reached.location;
    const status = reached.kind === 'gone' ? 410 : reached.status;
    steps.push({ from: at, to, status, redirect: await redirectThatLed(request, at, to) });
    if (reached.kind === 'gone') return { steps, end: { kind: 'gone', address: at, title: '' } };
    const next = ownPath(to, content.siteUrl);
    if (next === undefined) return { steps, end: { kind: 'elsewhere', address: to, title: '' } };
    if (steps.some(({ from }) => from === next)) break;
    at = next.split('#', 1)[0] ?? next;
  }
  return { steps, end: { kind: 'loop', address: at, title: '' } };
}

async function redirectThatLed({ site }: RestRequest, from: string, to: string) {
  const { read } = site.content.database;
  const [path = ''] = from.split('?', 1);
  const applied = (await findFirstRedirect(read, sourcesFor(from))) ?? (await findPattern(read, path));
  if (!applied) return null;
  const target = applied.target.split('#', 1)[0] ?? '';
  if (applied.status === 410 ? to !== '' : !to.startsWith(target)) return null;
  const { id, source, target: stored } = (await findRedirectById(read, applied.id)) ?? applied;
  return { id, source, target: stored };
}

/** `/broadsheet/v1/redirects/export`: all redirects as CSV. */
const broadsheetRedirectExport = restRoute({
  path: `${base}/export`,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.string()),
      may,
      run: async ({ site }) => ({
        kind: 'text',
        contentType: 'text/csv; charset=utf-8',
        body: redirectsToCsv(await readAllRedirects(site.content.database.read)),
      }),
    }),
  },
});

const listed = z.object({ line: z.int(), source: z.string(), target: z.string(), status: z.int() });
const planReply = z.object({
  /** Identifies the plan; an import that names it is refused if it would do something else. */
  revision: z.int(),
  is_done: z.boolean(),
  counts: z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() }),
  /** The first of each. */
  added: z.array(listed),
  changed: z.array(listed.extend({ before: z.object({ target: z.string(), status: z.int() }) })),
  refused: z.array(z.object({ line: z.int(), message: z.string() })),
});
const maxListed = 200;

const planRevision = ({ added, changed, refused }: ImportPlan) =>
  revisionOfWhole({ added, changed, refused });

function presentPlan(plan: ImportPlan, isDone: boolean): z.output<typeof planReply> {
  const { added, changed, refused, unchanged } = plan;
  return {
    revision: planRevision(plan),
    is_done: isDone,
    counts: { added: added.length, changed: changed.length, unchanged, refused: refused.length },
    added: added.slice(0, maxListed).map((one) => ({ ...one })),
    changed: changed.slice(0, maxListed).map(({ before: { target, status }, ...one }) => ({
      ...one,
      before: { target, status },
    })),
    refused: refused.slice(0, maxListed).map((one) => ({ ...one })),
  };
}

/** `/broadsheet/v1/redirects/import`: imports a CSV file as a whole, or previews that. */
const broadsheetRedirectImport = restRoute({
  path: `${base}/import`,
  methods: {
    POST: method({
      params: z.object({
        csv: writtenText(z.string().max(maxCsvBytes)).describe(
          'Lines of source, target and status; at most 5,000, with 200 patterns, and 2 MB.',
        ),
        preview: offParam().describe('Whether to check the file without writing anything.'),
        revision: optionalWhole({ min: 1 }).describe(
          'Revision of the preview that the user saw. The request fails with 409 if the import would now do something else.',
        ),
      }),
      required: ['csv'],
      body: 'long',
      reply: valueOf(planReply),
      may,
      run: async ({ actor, site }, { csv = '', preview, revision }) => {
        const { database, siteUrl } = site.content;
        if (preview) {
          const plan = await planRedirectImport(database.read, actor, { csv }, siteUrl);
          return { kind: 'plain', body: presentPlan(plan, false) };
        }
        const plan = await database
          .write((tx) =>
            importRedirects(
              tx,
              actor,
              { csv },
              siteUrl,
              (planned) => revision === undefined || planRevision(planned) === revision,
            ),
          )
          .catch((error: unknown) => {
            if (!(error instanceof StaleError)) throw error;
            throw new DetailedError(409, error.code, error.message, {
              mine: null,
              theirs: presentPlan(error.theirs as ImportPlan, false),
            });
          });
        return { kind: 'plain', body: presentPlan(plan, true) };
      },
    }),
  },
});

const missingPage = z.object({
  id: z.int(),
  path: z.string(),
  count: z.int(),
  first_day: z.string(),
  last_seen: z.string(),
});

/** `/broadsheet/v1/missing-pages`: paths that readers requested in the last seven days and that have no page. */
const broadsheetMissingPages = restRoute({
  path: '/broadsheet/v1/missing-pages',
  methods: {
    GET: method({
      params: listParams.extend({
        orderby: choiceParam(missingPageOrders, 'count').describe('Field that the items are sorted by.'),
        order: choiceParam(['asc', 'desc'], 'desc'),
      }),
      reply: valueOf(z.object({ total: z.int(), pages: z.array(missingPage) })),
      may,
      run: async ({ site }, { page, per_page: limit, ...query }) => {
        const { pages, total } = await listMissingPages(site.content.database.read, {
          ...query,
          now: Date.now(),
          limit,
          offset: (page - 1) * limit,
        });
        const body = {
          total,
          pages: pages.map(({ id, path, count, firstDay, seenAt }) => ({
            id,
            path,
            count,
            first_day: new Date(firstDay).toISOString().slice(0, 10),
            last_seen: new Date(seenAt).toISOString(),
          })),
        };
        return { kind: 'plain', body };
      },
    }),
  },
});

/** `/broadsheet/v1/missing-pages/{id}`: DELETE dismisses a path until readers request it again. */
const broadsheetMissingPage = itemRoute({
  path: '/broadsheet/v1/missing-pages/(?P<id>[\\d]+)',
  inPath: { id: 'Id of the path.' },
  find: async ({ site }, captured) => {
    const id = capturedId(captured);
    if (!(await findMissingPage(site.content.database.read, id)))
      throw new NotFoundError('This path is no longer listed.', 'missing_page_not_found');
    return id;
  },
  methods: {
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true) })),
      may,
      run: async ({ actor, site }, _params, id: number) => {
        await site.content.database.write((tx) => dismissMissingPage(tx, actor, { id }));
        return { kind: 'plain', body: { deleted: true as const } };
      },
    }),
  },
});

/** In the order of the index. */
export const redirectRoutes = [
  broadsheetRedirects,
  broadsheetRedirect,
  broadsheetRedirectTest,
  broadsheetRedirectExport,
  broadsheetRedirectImport,
  broadsheetMissingPages,
  broadsheetMissingPage,
] as const;
