import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Server as NetServer } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { askTogether } from './blocks/asked-together.server.ts';
import { blockTypesByName } from './blocks/block-types.server.ts';
import { defaultCpuPercent } from './config.ts';
import type { Config } from './config.ts';
import { createGuard } from './modules/accounts/guard.ts';
import { reauthenticate } from './modules/accounts/reauthenticate.ts';
import { createContent } from './modules/content/content.ts';
import type { Content } from './modules/content/content.ts';
import { SizesProgress } from './modules/media/queue.ts';
import { createPushTester } from './modules/push/jobs.ts';
import { vapidKeys } from './modules/push/push.ts';
import type { VapidKeys } from './modules/push/push.ts';
import { formerSites, needsSecondStep } from './modules/settings/site-facts.ts';
import { OutsideLibraries } from './modules/templates/library/library.ts';
import { reserveSegment } from './modules/types/registry.ts';
import { createPortraitMaker } from './modules/portraits/portraits.ts';
import { createSessions } from './modules/users/sessions.ts';
import type { Database } from './kernel/db/open-database.ts';
import { createFrontHandler, addBufferedBodies } from './site/cache/front-handler.ts';
import { createPageCache } from './site/cache/page-cache.ts';
import type { PageCache, PageCacheOptions } from './site/cache/page-cache.ts';
import { addForms } from './kernel/http/forms.ts';
import { installCostLimit, installSearchLimit, byAccount, byEditor } from './site/http/limits.ts';
import { installErrorHandler, refuseAddress } from './site/http/error-handler.ts';
import { installOtherMethods } from './kernel/http/other-methods.ts';
import { readOn, allowSlowUploads, endUploads, letIn } from './kernel/http/connections.ts';
import { installSecurityHeaders, keepSiteHeaders } from './site/http/security-headers.ts';
import { installStaticFiles, installDefaultAvatar } from './site/http/static-files.ts';
import { cronScript, rootScriptOf } from './site/replies/root-scripts.ts';
import { noteSearches } from './site/replies/note-searches.ts';
import { slowMs, SlowPages } from './site/health/slow-pages.ts';
import { commentsRoute } from './site/replies/comments/comments-route.tsx';
import { reportRoute } from './site/replies/comments/report-route.tsx';
import { answerBroken } from './site/replies/broken-address.ts';
import { healthRoute } from './site/replies/health.ts';
import { pagePreviews } from './site/replies/page-previews.ts';
import type { PagePreviews } from './site/replies/page-previews.ts';
import { pageRoutes } from './site/replies/page-route.ts';
import { tokenRoute } from './site/replies/push/token-route.ts';
import { renderPageRequest } from './site/replies/render-page-request.ts';
import { adminPlaces } from './site/admin/admin-build.ts';
import type { AdminPlaces } from './site/admin/admin-build.ts';
import { adminRoute } from './site/admin/admin-route.ts';
import { adminAjaxRoute, renderCall } from './site/ajax/admin-ajax-route.ts';
import { storedCalls } from './site/ajax/admin-ajax.ts';
import { loginRoute } from './site/login/login-route.ts';
import { hashPassword } from './lib/credentials.ts';
import { restActor } from './site/rest/rest-actor.ts';
import { restPathOf } from './kernel/http/rest/rest-path.ts';
import { createRestSite, restRoutes } from './site/rest/rest-routes.ts';
import type { RestOptions } from './site/rest/rest-routes.ts';
import { xmlRpcRoute } from './site/xmlrpc/xmlrpc-route.ts';
import { messageOf } from './lib/errors.ts';
import type { FetchOutside } from './lib/fetch-outside.ts';
import { createSigner, loadSecret, createVault } from './lib/keys.ts';
import { TaggedCache, CardCache, PatternCache } from './site/pages/tagged-cache.ts';
import { createDocumentStore } from './site/pages/document-store.ts';
import { createListSearchGate } from './site/pages/page-searches.ts';
import { SiteViews } from './site/pages/site.ts';
import { StyleSheets } from './site/pages/style-sheets.ts';
import { createTemplateFaults } from './site/pages/template-faults.ts';
import { renderBlockHtml, renderPostsHtml, renderTextHtml } from './site/pages/render-post-html.ts';
import type { Site } from './site/pages/site.ts';
import { clientFolder } from './theme/client-assets.server.ts';

/** Maximum bytes of a request body; uploads have a separate limit. */
const bodyLimit = 1024 * 1024;

export interface AppDependencies {
  readonly config: Pick<Config, 'dataDir' | 'pageCacheBytes' | 'logLevel' | 'trustProxy'> &
    Partial<Pick<Config, 'pushServices' | 'addressCpuPercent' | 'smtpUrl' | 'environment'>>;
  readonly database: Database;
  readonly siteUrl: string;
  /** Identifies this build; part of `{ajax_url}`. */
  readonly version: string;
  /** Clock of the comment form in ms; for tests. */
  readonly now?: () => number;
  /** Milliseconds that a visitor waits for a changed page before the older copy is served; for tests. */
  readonly lastGoodAfterMs?: number | undefined;
  /** Milliseconds that the response to an upload waits for the picture's sizes; for tests. */
  readonly sizesWaitMs?: number | undefined;
  readonly fetchLibrary?: FetchOutside | undefined;
  /** Replaces the site with a backup and restarts it (`serve.ts`). */
  readonly restore?: RestOptions['restore'];
  /** Location of the newsroom's build; for tests. */
  readonly admin?: AdminPlaces;
}

export interface App {
  readonly server: FastifyInstance;
  readonly content: Content;
  readonly cache: PageCache;
  readonly pushKeys: VapidKeys;
  readonly sizes: SizesProgress;
  readonly reach: PagePreviews['reach'];
  /** Stops background work; the database stays open. */
  close(): Promise<void>;
}

/** Milliseconds for the rest of a request's headers, and of the whole request, once the server stops. Slower requests would outlast the stop. */
const lateHeadMs = 2000;
const lateRequestMs = 10_000;
/** Milliseconds for responses under way, such as downloads. */
const lastResponseMs = 20_000;

export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, siteUrl, sizesWaitMs } = dependencies;
  const front: Front = { site: () => site, answer: undefined };
  const server = createFastify(config, front);
  allowSlowUploads(server.server);
  server.addHook('onRoute', ({ url }) => reserveSegment(url.split('/', 2)[1] ?? ''));
  const secret = loadSecret(config.dataDir);
  const pushKeys = vapidKeys(secret);
  const content = createContent(database, siteUrl, (message) => server.log.warn(message));
  const headers = await keepSiteHeaders(content, (error) =>
    server.log.warn(
      { reason: messageOf(error) },
      'The settings of HSTS could not be read; the last ones stay',
    ),
  );
  const site = createSite(dependencies, { content, secret, pushKey: pushKeys.publicKey, log: server.log });
  const slowPages = new SlowPages();
  const cache = createCache(site, dependencies, headers.read, slowPages);
  // On the raw reply, since pages are written without Fastify.
  server.addHook('onRequest', async (request, reply) => void reply.raw.setHeader('x-request-id', request.id));
  // Keep-alive connections of finished requests would delay closing.
  let closing = false;
  server.addHook('onResponse', async (request) => {
    if (closing) request.raw.socket.end();
  });
  await installPlugins(server, dependencies, site, headers.latest);
  const sizes = new SizesProgress({ read: database.read, bus: database.bus }, sizesWaitMs);
  await addRoutes(server, dependencies, site, cache, {
    sizes,
    sendPush: createPushTester({ keys: pushKeys, services: config.pushServices ?? [] }, siteUrl),
    health: {
      slowPages,
      environment: config.environment ?? { set: {}, mistyped: {} },
      trustsProxy: config.trustProxy.length > 0,
      pageCacheBytes: config.pageCacheBytes,
    },
  });
  await server.ready();
  front.answer = createFrontHandler(
    { cache, calls: storedCalls, hasStaleName: site.sessions.hasStaleName },
    (req, res) => server.routing(req, res),
  );
  return {
    server,
    content,
    cache,
    pushKeys,
    sizes,
    reach: pagePreviews(site, site.signer).reach,
    close: async () => {
      await closeServer(server, () => {
        closing = true;
        cache.drain();
      });
      cache.close();
      headers.close();
      await site.portraits.close();
      await content.close();
    },
  };
}

/** Breaks the cycle between server and site, which is created later. `answer` runs before the server's own routes. */
interface Front {
  readonly site: () => Site;
  answer: RequestListener | undefined;
}

function createFastify(config: AppDependencies['config'], front: Front): FastifyInstance {
  return fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => randomUUID(),
    bodyLimit,
    rewriteUrl: ({ url = '/' }) =>
      restPathOf(url) ?? rootScriptOf(url, () => formerSites(front.site().content.settings.latest())) ?? url,
    frameworkErrors: (error, request, reply) =>
      answerBroken(front.site(), request, reply, () =>
        refuseAddress(error, request, reply, front.site().content.settings.latest()),
      ),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    serverFactory: (fastifyHandler) => {
      const answer: RequestListener = (req, res) => {
        readOn(req, res);
        (front.answer ?? fastifyHandler)(req, res);
      };
      return createHttpServer(answer);
    },
  });
}

/** Fastify's timeouts don't apply to a custom server; these do. */
function createHttpServer(answer: RequestListener): Server {
  const httpServer = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 72_000,
      maxHeaderSize: 16_384,
    },
    answer,
  );
  httpServer.on('checkExpectation', answer); // unknown expectations are no reason to refuse a request; Node would do so without Broadsheet's headers
  return httpServer.on('checkContinue', (req, res) => {
    res.writeContinue();
    answer(req, res);
  });
}

function createSite(
  { config, database, siteUrl, version, now, fetchLibrary, admin = adminPlaces() }: AppDependencies,
  {
    content,
    secret,
    pushKey,
    log,
  }: Pick<Site, 'content' | 'pushKey' | 'log'> & { readonly secret: Parameters<typeof createSigner>[0] },
): Site {
  const signer = createSigner(secret);
  const documents = createDocumentStore(content, log);
  const portraits = createPortraitMaker(config.dataDir, now);
  return {
    content,
    documents,
    together: askTogether(content),
    blockData: new TaggedCache(database.bus),
    cards: new CardCache(content, database.bus),
    patterns: new PatternCache(content, documents),
    templateFaults: createTemplateFaults(database),
    listSearchGate: createListSearchGate(),
    styles: new StyleSheets(),
    views: new SiteViews(),
    log,
    signer,
    sessions: createSessions(database, signer, siteUrl, async (roles) =>
      needsSecondStep(await content.settings.current(), roles),
    ),
    accounts: {
      content,
      guard: createGuard(now),
      vault: createVault(secret),
      sendsMail: config.smtpUrl !== undefined,
    },
    portraits,
    dataDir: config.dataDir,
    admin,
    libraries: new OutsideLibraries(fetchLibrary),
    pushKey,
    ajaxUrl: `/wp-admin/admin-ajax.php?td_theme_name=broadsheet&v=${encodeURIComponent(version)}`,
  };
}

function createCache(
  site: Site,
  { config, database, lastGoodAfterMs }: AppDependencies,
  defaultHeaders: NonNullable<PageCacheOptions['defaultHeaders']>,
  slowPages: SlowPages,
): PageCache {
  return createPageCache({
    maxBytes: config.pageCacheBytes,
    bus: database.bus,
    renderPage: async (request) => {
      if (request.action !== undefined) return renderCall(site, site.signer, request);
      const begun = performance.now();
      const reply = await renderPageRequest(site, site.signer, request);
      const ms = performance.now() - begun;
      if (ms > slowMs) slowPages.note(request.path, ms);
      return reply;
    },
    isPersonal: (cookies) => ['editor', 'unknown'].includes(site.sessions.standing(cookies)),
    defaultHeaders,
    onWarning: (message, error) => site.log.warn({ reason: messageOf(error) }, message),
    onSearched: noteSearches(site.content.searches, config.trustProxy),
    lastGoodAfterMs,
  });
}

/** Plugins shared by all routes, and handlers that need no pages. */
async function installPlugins(
  server: FastifyInstance,
  { config, database, now }: AppDependencies,
  site: Site,
  headers: Parameters<typeof installSecurityHeaders>[1],
): Promise<void> {
  installErrorHandler(server, site.content.settings.latest);
  installSecurityHeaders(server, headers);
  installOtherMethods(server);
  addBufferedBodies(server);
  installSearchLimit(server, byAccount(site.sessions));
  addForms(server, bodyLimit);
  installDefaultAvatar(server);
  await installStaticFiles(server, { client: clientFolder(), dataDir: config.dataDir });
  healthRoute(server, { database, dataDir: config.dataDir });
  cronScript(server);
  installCostLimit(server, {
    percent: config.addressCpuPercent ?? defaultCpuPercent,
    who: byEditor(site.sessions),
    now,
  });
}

/** Routes, most specific first: pages handle all other paths. */
async function addRoutes(
  server: FastifyInstance,
  dependencies: AppDependencies,
  site: Site,
  cache: PageCache,
  services: Pick<RestOptions, 'sizes' | 'sendPush' | 'health'>,
): Promise<void> {
  const { config, now } = dependencies;
  loginRoute(server, site, now);
  await server.register(async (scope) => adminRoute(scope, site));
  commentsRoute(server, { site, now });
  reportRoute(server, { site, now });
  tokenRoute(server, { content: site.content, services: config.pushServices ?? [] });
  adminAjaxRoute(server, site, cache, site.signer);
  const restOptions = { ...restOptionsOf(dependencies, site, cache), ...services };
  const rest = createRestSite(server, restOptions);
  await server.register(restRoutes, { ...restOptions, site: rest });
  await server.register(xmlRpcRoute, { site, rest });
  pageRoutes(server, site, cache, site.signer);
}

function restOptionsOf(
  { config, version, restore }: AppDependencies,
  site: Site,
  cache: PageCache,
): RestOptions {
  return {
    content: site.content,
    renderContents: (posts) => renderPostsHtml(site, posts),
    renderText: (post, text) => renderTextHtml(site, post, text),
    blocks: {
      types: blockTypesByName,
      render: (name, attributes, post, actor) => renderBlockHtml(site, name, attributes, { post, actor }),
    },
    pagePreviews: pagePreviews(site, site.signer),
    actorOf: (request) => restActor(site, request),
    hashPassword: (password, known) => site.accounts.guard.inTurn({ known }, () => hashPassword(password)),
    cachedPages: cache,
    reauthenticate: (actor, shown) => reauthenticate(site.accounts, actor, shown),
    restore,
    mails: { sendsMail: site.accounts.sendsMail, count: site.accounts.guard.request },
    portraits: site.portraits,
    dataDir: config.dataDir,
    version,
    libraries: site.libraries,
  };
}

/** Stops accepting connections, finishes running requests, and closes. */
async function closeServer(server: FastifyInstance, onDoorClosed: () => void): Promise<void> {
  // Pending connections are accepted first, since closing would reset them. Open ones end later, or clients would
  // reconnect.
  await letIn(server.server);
  // Closes the port before idle connections: in the order of HTTP's own `close`, clients would reconnect in between.
  const empty = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server.server, () => resolve()),
  );
  onDoorClosed();
  // Responses under way don't announce the stop, so their connections end after one second.
  server.server.keepAliveTimeout = 1;
  server.server.headersTimeout = lateHeadMs;
  server.server.requestTimeout = lateRequestMs;
  server.server.closeIdleConnections();
  const late = setTimeout(() => endUploads(server.server), lateRequestMs);
  const last = setTimeout(() => server.server.closeAllConnections(), lastResponseMs);
  await empty;
  clearTimeout(late);
  clearTimeout(last);
  await server.close();
}
