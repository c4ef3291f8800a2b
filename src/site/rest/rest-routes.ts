import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../../modules/content/content.ts';
import type { Post } from '../../modules/posts/model.ts';
import { fileType } from '../../modules/types/names.ts';
import { OutsideLibraries } from '../../modules/templates/library/library.ts';
import { oncePer } from '../../kernel/http/rest/resource.ts';
import type { PostType, Taxonomy } from '../../modules/types/model.ts';
import { registeredTaxonomies, registeredTypes, reserveRestBase } from '../../modules/types/registry.ts';
import { BroadsheetError } from '../../lib/errors.ts';
import { hashPassword as hash } from '../../lib/credentials.ts';
import { createAllowance, createRateLimit } from '../../lib/rate-limit.ts';
import { retryAfterSeconds } from '../http/error-handler.ts';
import { passwordGuesses } from '../replies/post-password.ts';
import { atItsPace } from '../../kernel/http/connections.ts';
import { removePart } from '../../kernel/part-files.ts';
import { createPictureEditor } from '../../modules/media/size-maker.ts';
import { answerRequest, bodyKindOf } from './answer-request.ts';
import {
  applicationPassword,
  applicationPasswords,
  introspectApplicationPassword,
} from '../../modules/users/rest/wp-v2-application-passwords.ts';
import { batchV1 } from './batch-v1.ts';
import { askedInBody, mayProveInBody } from '../../kernel/http/rest/credentials.ts';
import { broadsheetBlockPreviews } from './broadsheet-v1-block-previews.ts';
import { broadsheetDashboard } from './broadsheet-v1-dashboard.ts';
import {
  broadsheetCommentCounts,
  broadsheetPostCounts,
  broadsheetUserCounts,
} from './broadsheet-v1-counts.ts';
import {
  broadsheetConfirmation,
  broadsheetConfirmations,
  broadsheetInvitations,
  broadsheetUserLink,
} from '../../modules/accounts/rest/broadsheet-v1-account-links.ts';
import { broadsheetReauthentication } from '../../modules/accounts/rest/broadsheet-v1-reauthentication.ts';
import { backupRoutes } from '../../modules/backup/rest/broadsheet-v1-backups.ts';
import { broadsheetPersonalData } from '../../modules/accounts/rest/broadsheet-v1-personal-data.ts';
import {
  broadsheetPortrait,
  broadsheetUserSession,
  broadsheetUserSessions,
} from '../../modules/users/rest/broadsheet-v1-users.ts';
import {
  broadsheetPostType,
  broadsheetPostLock,
  broadsheetPostLocks,
  broadsheetPermalink,
  broadsheetPostPermalink,
  broadsheetShare,
} from './broadsheet-v1-posts.ts';
import { broadsheetRole, broadsheetRoles } from '../../modules/users/rest/broadsheet-v1-roles.ts';
import { broadsheetTemplateLibrary, broadsheetTemplateFiles } from './broadsheet-v1-template-library.ts';
import {
  broadsheetMediaFolder,
  broadsheetMediaFolders,
} from '../../modules/media/rest/broadsheet-v1-media-folders.ts';
import { broadsheetCachedPages } from './broadsheet-v1-cached-pages.ts';
import { broadsheetFrontPageTemplate, broadsheetTemplates } from './broadsheet-v1-templates.ts';
import {
  broadsheetTemplateChanges,
  broadsheetUndoTemplateChange,
  broadsheetUndoTemplateChanges,
} from '../../modules/templates/rest/broadsheet-v1-template-changes.ts';
import {
  broadsheetTemplateCheck,
  broadsheetTemplateExplanation,
  broadsheetTemplatePreview,
  broadsheetTemplateReach,
  broadsheetTemplateSample,
} from '../../modules/templates/rest/broadsheet-v1-template-pages.ts';
import {
  broadsheetTemplateWarnings,
  broadsheetPostTemplates,
} from '../../modules/templates/rest/broadsheet-v1-template-warnings.ts';
import {
  broadsheetTemplate,
  broadsheetTemplateRevision,
  broadsheetTemplateRevisions,
} from '../../modules/templates/rest/broadsheet-v1-template.ts';
import { noMails, noPages, noPreviews, noReauthentication, noRestore } from './rest-defaults.ts';
import { namespaceRoute } from './namespace-route.ts';
import { oembedEmbed } from './oembed-1-0-embed.ts';
import { oembedProxy } from './oembed-1-0-proxy.ts';
import { mediaRoutes, postRoutes } from './post-routes.ts';
import { parseQueryString } from '../../kernel/http/rest/query-string.ts';
import type { SentBody } from '../../kernel/http/rest/read-body.ts';
import { receiveBody } from '../../kernel/http/rest/receive-body.ts';
import { encodeRestError, errorHeaders, faultAt } from '../../kernel/http/rest/rest-errors.ts';
import { restHeaders } from '../../kernel/http/rest/rest-path.ts';
import { SentDownload } from '../../kernel/http/rest/rest-reply.ts';
import type { Asked, Asker, RestSite } from '../../kernel/http/rest/rest-request.ts';
import { takesFile } from '../../kernel/http/rest/rest-route.ts';
import type { BodyKind, RestRoute } from '../../kernel/http/rest/rest-route.ts';
import { cloudNewTemplate } from './td-cloud-library.ts';
import { termIdsOf } from '../../modules/posts/rest/term-filter.ts';
import { termRoutes, broadsheetTermTree } from '../../modules/terms/rest/term-routes.ts';
import { wpJson } from './wp-json.ts';
import { blockEditor } from './wp-block-editor-v1.ts';
import { siteHealth } from './wp-site-health-v1.ts';
import { wpV2BlockRenderer } from './wp-v2-block-renderer.ts';
import { wpV2BlockType, wpV2BlockTypes, wpV2BlockTypesOf } from './wp-v2-block-types.ts';
import { wpV2Comment, wpV2Comments } from './wp-v2-comments.ts';
import { emptyItems, emptyLists } from './wp-v2-empty-collections.ts';
import { widgetRoutes } from './broadsheet-v1-widget-areas.ts';
import { wpV2MenuItem, wpV2MenuItems } from '../../modules/menus/rest/wp-v2-menu-items.ts';
import { menuTreeRoutes } from '../../modules/menus/rest/broadsheet-v1-menus.ts';
import { wpV2MenuLocation, wpV2MenuLocations } from '../../modules/menus/rest/menu-resource.ts';
import { wpV2Menu, wpV2Menus } from '../../modules/menus/rest/wp-v2-menus.ts';
import { wpV2Search } from './wp-v2-search.ts';
import { activityRoutes } from '../../modules/activity/rest/broadsheet-v1-activity.ts';
import { healthRoutes } from './broadsheet-v1-health.ts';
import { jobRoutes } from '../../modules/jobs/rest/broadsheet-v1-jobs.ts';
import { importRoutes } from '../../modules/imports/rest/broadsheet-v1-imports.ts';
import { broadsheetLook, broadsheetLookFonts } from '../../modules/look/rest/broadsheet-v1-look.ts';
import { pushRoutes } from '../../modules/push/rest/broadsheet-v1-push.ts';
import { frontRoutes } from '../../modules/front/rest/broadsheet-v1-front.ts';
import { fieldRoutes } from '../../modules/fields/rest/broadsheet-v1-fields.ts';
import { redirectRoutes } from '../../modules/redirects/rest/broadsheet-v1-redirects.ts';
import { readyRoutes } from '../../modules/ready-types/rest/ready-routes.ts';
import { definitionRoutes } from '../../modules/types/rest/definition-routes.ts';
import { settingsRoutes, wpV2Settings } from '../../modules/settings/rest/wp-v2-settings.ts';
import { wpV2Status, wpV2Statuses } from './wp-v2-statuses.ts';
import { wpV2Taxonomies, wpV2Taxonomy } from '../../modules/terms/rest/wp-v2-taxonomies.ts';
import { wpV2Theme, wpV2Themes } from './wp-v2-themes.ts';
import { wpV2Type, wpV2Types } from './wp-v2-types.ts';
import { wpV2User, wpV2Users, wpV2UsersMe } from '../../modules/accounts/rest/wp-v2-users.ts';

/** Routes that don't depend on types and taxonomies. */
export const fixedRoutes = {
  first: [
    wpJson(() => restRouteList()),
    batchV1(() => restRouteList()),
    namespaceRoute('wp/v2', () => restRouteList()),
    namespaceRoute('broadsheet/v1', () => restRouteList()),
    namespaceRoute('td-cloud-library', () => restRouteList()),
    namespaceRoute('oembed/1.0', () => restRouteList()),
    namespaceRoute('wp-site-health/v1', () => restRouteList()),
    namespaceRoute('wp-block-editor/v1', () => restRouteList()),
  ],
  last: [
    wpV2Comments,
    wpV2Comment,
    wpV2Users,
    wpV2UsersMe,
    wpV2User,
    applicationPasswords,
    introspectApplicationPassword,
    applicationPassword,
    wpV2Types,
    wpV2Type,
    wpV2Taxonomies,
    wpV2Taxonomy,
    wpV2Statuses,
    wpV2Status,
    wpV2Search,
    wpV2Settings,
    wpV2Themes,
    wpV2Theme,
    wpV2BlockTypes,
    wpV2BlockTypesOf,
    wpV2BlockType,
    wpV2BlockRenderer,
    broadsheetBlockPreviews,
    wpV2Menus,
    wpV2Menu,
    wpV2MenuItems,
    wpV2MenuItem,
    wpV2MenuLocations,
    wpV2MenuLocation,
    ...importRoutes,
    broadsheetLook,
    broadsheetLookFonts,
    ...settingsRoutes,
    ...pushRoutes,
    ...frontRoutes,
    ...activityRoutes,
    ...healthRoutes,
    ...jobRoutes,
    broadsheetDashboard,
    ...redirectRoutes,
    ...readyRoutes, // before the types, since one of them could be named “ready”
    ...definitionRoutes,
    ...fieldRoutes,
    broadsheetRoles,
    broadsheetRole,
    broadsheetPortrait,
    broadsheetPostTemplates,
    broadsheetTemplates,
    broadsheetFrontPageTemplate,
    broadsheetCachedPages,
    broadsheetPostCounts,
    broadsheetCommentCounts,
    broadsheetUserCounts,
    broadsheetTermTree,
    broadsheetMediaFolders,
    ...menuTreeRoutes,
    broadsheetMediaFolder,
    broadsheetInvitations,
    broadsheetUserLink,
    broadsheetUserSessions,
    broadsheetUserSession,
    broadsheetPersonalData,
    broadsheetConfirmations,
    broadsheetConfirmation,
    broadsheetReauthentication,
    ...backupRoutes,
    ...widgetRoutes,
    broadsheetShare,
    broadsheetPostType,
    broadsheetPostLock,
    broadsheetPostLocks,
    oembedEmbed,
    broadsheetPermalink,
    broadsheetPostPermalink,
    oembedProxy,
    cloudNewTemplate,
    broadsheetTemplateLibrary,
    broadsheetTemplateFiles,
    broadsheetTemplate,
    broadsheetTemplateRevisions,
    broadsheetTemplateRevision,
    broadsheetTemplateChanges,
    broadsheetUndoTemplateChange,
    broadsheetUndoTemplateChanges,
    broadsheetTemplateExplanation,
    broadsheetTemplateReach,
    broadsheetTemplateSample,
    broadsheetTemplatePreview,
    broadsheetTemplateCheck,
    broadsheetTemplateWarnings,
    ...emptyLists,
    ...emptyItems,
    ...siteHealth,
    ...blockEditor,
  ],
} as const;

for (const { path } of fixedRoutes.last) {
  const [, base] = /^\/wp\/v2\/([^/]+)/.exec(path) ?? [];
  if (base !== undefined) reserveRestBase(base);
}

const routesOfType = oncePer((type: PostType): readonly RestRoute[] =>
  type.restBase === undefined ? [] : type.name === fileType ? mediaRoutes(type) : postRoutes(type),
);
const routesOfTaxonomy = oncePer((taxonomy: Taxonomy): readonly RestRoute[] =>
  taxonomy.restBase === undefined ? [] : termRoutes(taxonomy, termIdsOf),
);

/** All routes, in the order of the index; those of types and taxonomies follow from their definitions. */
export function restRouteList(): readonly RestRoute[] {
  return [
    ...fixedRoutes.first,
    ...registeredTypes().flatMap(routesOfType),
    ...registeredTaxonomies().flatMap(routesOfTaxonomy),
    ...fixedRoutes.last,
  ];
}

export interface RestOptions {
  readonly content: Content;
  readonly renderContents: (posts: readonly Post[]) => Promise<readonly string[]>;
  readonly renderText: (post: Post, text: string) => Promise<string>;
  /** Authenticates a request; visitors by default. Throws for an invalid nonce (`rest_cookie_invalid_nonce`). */
  readonly actorOf?: ((asked: Asked) => Promise<Asker | undefined>) | undefined;
  readonly hashPassword?: RestSite['hashPassword'] | undefined;
  readonly blocks: RestSite['blocks'];
  /** Default: no pages. */
  readonly pagePreviews?: RestSite['pagePreviews'] | undefined;
  readonly portraits: RestSite['portraits'];
  /** Default: refuses. */
  readonly reauthenticate?: RestSite['reauthenticate'] | undefined;
  /** Default: refuses. */
  readonly restore?: RestSite['restore'] | undefined;
  /** Default: sends nothing. */
  readonly mails?: RestSite['mails'] | undefined;
  readonly fetchEmbeds?: RestSite['fetchEmbeds'];
  readonly libraries?: RestSite['libraries'];
  readonly sendPush?: RestSite['sendPush'];
  readonly cachedPages?: RestSite['cachedPages'];
  readonly health?: RestSite['health'];
  readonly dataDir: string;
  readonly sizes?: RestSite['sizes'];
  readonly version?: string;
  /** Given when other code uses these routes, too: `createRestSite` with the same options. */
  readonly site?: RestSite;
}

/** Dependencies of the routes; closed with the server. */
export function createRestSite(
  app: FastifyInstance,
  {
    actorOf: _actorOf,
    site: _site,
    hashPassword = hash,
    mails = noMails,
    reauthenticate = noReauthentication,
    restore = noRestore,
    cachedPages = noPages,
    pagePreviews = noPreviews,
    libraries = new OutsideLibraries(),
    version = '',
    ...options
  }: RestOptions,
): RestSite {
  const limitComments = createRateLimit({ name: 'Comments over REST', burst: 6, perSecond: 0.1 });
  const postPasswordGuesses = createAllowance(passwordGuesses);
  const limitEmbeds = createRateLimit({ name: 'Embeds over REST', burst: 60, perSecond: 1 });
  const pictures = createPictureEditor(options.dataDir);
  app.addHook('onClose', () => pictures.close());
  return {
    ...options,
    hashPassword,
    mails,
    reauthenticate,
    restore,
    cachedPages,
    pagePreviews,
    libraries,
    limitComments,
    limitEmbeds,
    postPasswordGuesses,
    pictures,
    version,
  };
}

/**
 * Fastify plugin for everything below `/wp-json`. Passes method, path, query, body and caller on; routes don't know
 * Fastify. Pair it with `restPathOf` for `/?rest_route=`.
 */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { actorOf = async () => undefined, site = createRestSite(app, options) } = options;
  app.setErrorHandler((error, request, reply) => {
    const body = faultAt(addressOf(request.url).path, encodeRestError(error));
    if (body.data.status >= 500) request.log.error({ err: error }, 'REST request failed');
    return send(request, reply, body.data.status, errorHeaders(error), body);
  });
  const askerOf = async (request: FastifyRequest): Promise<Asker | undefined> => {
    const { asker, body } = request.restKnown ?? {};
    const sent = bodyOf(request);
    if (!asker && body !== undefined) {
      const asked = askedInBody(askedBy(request), sent);
      return asked && actorOf(asked);
    }
    if (!asker || !sent || !takesFile(body)) return asker;
    try {
      return await askAgain(actorOf, askedBy(request), asker);
    } catch (error) {
      if (sent.file) await removePart(sent.file);
      throw error;
    }
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asker = await askerOf(request);
    const sent = bodyOf(request);
    const { actor, applicationPassword: program, previewNonce } = asker ?? {};
    const incoming = { ...headOf(request), body: sent, actor, applicationPassword: program, previewNonce };
    const { status, headers, body } = await answerRequest(site, restRouteList(), incoming, (error) =>
      request.log.error({ err: error }, 'REST request failed'),
    );
    if (sent?.file) await removePart(sent.file);
    // Authenticated replies are for the caller alone: no proxy may cache them.
    const own = asker && {
      'cache-control': 'no-store',
      ...(asker.nonce === undefined ? {} : { 'x-wp-nonce': asker.nonce }),
    };
    if (asker?.setCookies) reply.header('set-cookie', asker.setCookies);
    return send(request, reply, status, { ...headers, ...own }, body);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const kind = request.restKnown?.body ?? 'short';
    const receive = () => receiveBody(payload, request.headers, kind, options.dataDir);
    return takesFile(kind) ? atItsPace(app.server, payload, receive) : receive();
  });
  app.addHook('onRequest', async (request, reply) => {
    const asked = askedBy(request);
    const asker = await actorOf(asked);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const body = reads
      ? undefined
      : asker
        ? bodyKindOf(restRouteList(), { ...headOf(request), actor: asker.actor })
        : mayProveInBody(restRouteList(), addressOf(request.url).path, asked)
          ? 'short'
          : undefined;
    if (asker || body !== undefined) request.restKnown = { asker, body };
    // Fastify answers 415 before its parser sees a body without a type.
    if (takesFile(body) && request.headers['content-type'] === undefined && hasBody(request.headers)) {
      throw new BroadsheetError(400, 'rest_upload_no_content_type', 'No Content-Type supplied.');
    }
    // Doesn't read bodies of visitors and refused callers: every such write fails before type and size are checked.
    return reads || body !== undefined ? undefined : answer(request, reply);
  });
  app.all('/wp-json', answer);
  app.all('/wp-json/*', answer);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, where there is a caller or a body to read. */
    restKnown?: Known;
  }
}

interface Known {
  /** Undefined: a visitor, or the nonce is in the body. */
  readonly asker: Asker | undefined;
  readonly body: BodyKind | undefined;
}
const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: FastifyRequest['headers']) =>
  encoding !== undefined || Number(length ?? 0) > 0;

const askedBy = ({ ip, headers, url }: FastifyRequest): Asked => ({
  ip,
  headers,
  query: parseQueryString(addressOf(url).queryString),
});

/**
 * Authenticates again after an upload, which may take hours: by the same credentials, or those that replaced them.
 * Undefined if they are no longer valid or belong to another user; throws as `actorOf`.
 */
async function askAgain(
  actorOf: NonNullable<RestOptions['actorOf']>,
  asked: Asked,
  first: Asker,
): Promise<Asker | undefined> {
  const { setCookies, nonce } = first;
  const cookie = setCookies?.map((line) => line.split(';', 1)[0]).join('; ');
  // After a renewal the former token stays valid for a minute only.
  const proof =
    cookie === undefined
      ? asked
      : {
          ...asked,
          headers: { ...asked.headers, cookie, 'x-wp-nonce': nonce },
          query: new Map<string, never>(),
        };
  const again = await actorOf(proof);
  return again?.actor.id === first.actor.id ? { ...(setCookies ? { setCookies } : {}), ...again } : undefined;
}

function addressOf(url: string): { path: string; queryString: string } {
  const [rawPath = '', ...query] = url.split('?');
  return { path: decodePath(rawPath).slice('/wp-json'.length) || '/', queryString: query.join('?') };
}

function headOf({ ip, url, method, headers }: FastifyRequest) {
  const override = headers['x-http-method-override'];
  const prefer = [headers['prefer']].flat().join(',').slice(0, 500);
  const client = { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 500) };
  return {
    client,
    method,
    methodOverride: typeof override === 'string' ? override : undefined,
    ifMatch: headers['if-match'],
    prefer,
    ...addressOf(url),
  };
}

function bodyOf({ body }: FastifyRequest): SentBody | undefined {
  return body as SentBody | undefined;
}

/** Fastify refuses broken escapes earlier; anything else undecodable matches no route. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/wp-json/?'; // matches no route: 404
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): FastifyReply {
  reply.status(status).headers({ ...restHeaders(request.headers.origin), ...headers });
  if (status >= 400) reply.header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', retryAfterSeconds);
  if (body instanceof SentDownload) {
    if (request.method !== 'HEAD') return reply.send(body.stream());
    body.close().catch(() => {}); // nothing was written
    return reply.send();
  }
  return reply.send(typeof body === 'string' && 'content-type' in headers ? body : JSON.stringify(body));
}
