import { createServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ReactNode } from 'react';
import { installSite, isUninstalled } from '../../modules/accounts/install-site.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { parseCookies } from '../../lib/cookies.ts';
import {
  BroadsheetError,
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  TooManyRequestsError,
} from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import { queryOf } from '../../lib/urls.ts';
import { startOf } from '../../lib/cut-text.ts';
import { baseCss } from '../../theme/styles.server.ts';
import { renderHtml } from '../../ui/elements.tsx';
import { installErrorHandler } from '../http/error-handler.ts';
import { readOn, letIn } from '../../kernel/http/connections.ts';
import { installSecurityHeaders, isForeign } from '../http/security-headers.ts';
import { healthRoute } from '../replies/health.ts';
import { addForms, formFields } from '../../kernel/http/forms.ts';
import accountCss from '../login/account.css?inline';
import type { Notice } from '../login/login-action.ts';
import { noticeOf } from '../login/login-action.ts';
import { InstallForm, installPath, TokenForm } from './install-form.tsx';

export interface InstallPlace {
  readonly config: Pick<Config, 'host' | 'trustProxy' | 'logLevel' | 'dataDir'>;
  readonly database: Database;
  readonly siteUrl: string;
  readonly signer: Signer;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export type InstalledContent = 'demo' | 'import' | 'empty';

export interface Installer {
  /** URL of the form with the secret token; for the log only. */
  readonly address: string;
  listen(port: number): Promise<void>;
  /** Resolves once the site is set up by this process, with its content, or by another one. From then on pages say that the site is starting. */
  readonly done: Promise<InstalledContent>;
  /** Resolves once the port is free; clients in progress still get the page that the site is starting. */
  close(): Promise<void>;
}

const cookieName = 'broadsheet_install';
/** Dark mode follows the browser's preference, since no script chooses here. */
const [, darkRule = ''] = baseCss.split('html.is_dark{', 2);
const darkCss = `@media (prefers-color-scheme:dark){:root{${darkRule.split('}', 1)[0]}}}`;
const css = `${baseCss}${darkCss}${accountCss}main{padding:48px 16px}.install-content{margin:0;padding:0;border:0}
.install-content legend{margin-bottom:4px;padding:0;font-size:var(--s0);font-weight:600}`;
const textOf = (name: ReaderText) => readerText(defaultSettings, name);
/** Milliseconds that the last pages may take to send after the port is released. */
const lastAnswersMs = 2000;
/** Per address; does not limit a request with the right token. */
const guesses = { name: 'The token', burst: 10, perSecond: 1 / 30 };

/**
 * Server of an empty site: `/wp-admin/install.php` asks for the settings without scripts, all other pages redirect
 * there. It closes before the site opens, so none of it remains.
 */
export async function openInstaller({
  config,
  database,
  siteUrl,
  signer,
  now,
}: InstallPlace): Promise<Installer> {
  const gate = createTokenGate({ siteUrl, signer, now });
  let finish: (content: InstalledContent) => void = () => {};
  const done = new Promise<InstalledContent>((resolve) => (finish = resolve));
  let isDone = false;
  let next = '/wp-login.php';
  /** Forms in progress in this process, whose emissions are its own. */
  let taking = 0;
  void done.then((content) => {
    isDone = true;
    if (content === 'import')
      next = `/wp-login.php?redirect_to=${encodeURIComponent('/wp-admin/import.php')}`;
  });
  // Another process may install the same site.
  const stop = database.bus.listen((emissions) => {
    if (isDone || taking > 0 || !emissions.some(({ tag }) => tag.startsWith('user:') || tag === '*')) return;
    isUninstalled(database.read).then(
      (still) => !still && finish('empty'),
      (error: unknown) => app.log.warn({ err: error }, 'The database could not be queried'),
    );
  });
  const app = createInstallServer(config, database);
  app.get(installPath, async (request, reply) => {
    if (isDone) return sendComing(reply, next);
    const given = new URLSearchParams(queryOf(request.raw.url ?? '')).get('token');
    if (given !== null) {
      if (gate.isToken(given)) return gate.hold(reply);
      gate.countGuess(request.ip);
    }
    return sendPage(
      reply,
      'install',
      gate.isHeld(request.headers.cookie) ? (
        <InstallForm siteUrl={siteUrl} typed={() => ''} />
      ) : (
        <TokenForm />
      ),
    );
  });
  app.post(installPath, async (request, reply) => {
    if (isDone) return sendComing(reply, next);
    const fields = formFields(request.body);
    const field = (name: string) => startOf((fields.get(name) ?? '').replaceAll('\0', ''), 2000);
    const isIn = gate.isHeld(request.headers.cookie);
    try {
      if (isForeign(request.headers, siteUrl))
        throw new ForbiddenError(textOf('account_foreign'), 'account_foreign');
      if (!isIn) {
        if (gate.isToken(field('token').trim())) return await gate.hold(reply);
        gate.countGuess(request.ip);
        throw new ForbiddenError(textOf('install_token_wrong'), 'install_token_wrong');
      }
      const { content, ...input } = readInstall(field);
      taking++;
      await installSite(database, input).finally(() => taking--);
      finish(content);
      await done;
      return await sendComing(reply, next);
    } catch (error) {
      const notice = refuse(reply, error);
      if (error instanceof ConflictError && taking === 0) finish('empty');
      return sendPage(
        reply,
        'install',
        isIn ? (
          <InstallForm siteUrl={siteUrl} typed={field} notice={notice} />
        ) : (
          <TokenForm notice={notice} />
        ),
        notice,
      );
    }
  });
  return {
    address: `${siteUrl}${installPath}?token=${gate.token}`,
    listen: async (port) => void (await app.listen({ port, host: config.host })),
    done,
    close: async () => {
      stop();
      await releasePort(app);
    },
  };
}

/** Admits clients with the token: in the address at first, in a cookie from then on. */
function createTokenGate({ siteUrl, signer, now }: Pick<InstallPlace, 'siteUrl' | 'signer' | 'now'>) {
  const token = signer.sign('install', siteUrl);
  const isToken = (value: string) => signer.verify('install', siteUrl, value);
  const limit = createRateLimit({ ...guesses, now });
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  /** Redirects without the token at once, so that it stays out of history and later proxy logs. */
  const hold = (reply: FastifyReply) =>
    reply
      .header('set-cookie', `${cookieName}=${token}; Path=/wp-admin/; SameSite=Lax; HttpOnly${secure}`)
      .header('cache-control', 'no-store')
      .redirect(installPath, 303);
  return {
    token,
    isToken,
    hold,
    isHeld: (cookies: string | undefined) => isToken(parseCookies(cookies)[cookieName] ?? ''),
    /** Throws after too many wrong guesses by an address. */
    countGuess: (ip: string) => limit(callerOf(ip)),
  };
}

function createInstallServer(config: InstallPlace['config'], database: Database): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.url'] },
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 64 * 1024,
    serverFactory: (handler) =>
      createServer({ requestTimeout: 30_000, headersTimeout: 15_000, maxHeaderSize: 16_384 }, (req, res) => {
        readOn(req, res);
        handler(req, res);
      }),
  });
  installErrorHandler(app);
  installSecurityHeaders(app);
  addForms(app, 64 * 1024);
  healthRoute(app, { database, dataDir: config.dataDir });
  app.all('*', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return reply.header('cache-control', 'no-store').redirect(installPath, 302);
    return reply
      .status(403)
      .header('cache-control', 'no-store')
      .send({ code: 'not_installed', message: textOf('install_none'), data: { status: 403 } });
  });
  return app;
}

/** Parses the form; throws `InvalidInputError` for an unknown content. */
function readInstall(field: (name: string) => string) {
  const content = (['demo', 'import', 'empty'] as const).find((known) => known === field('content'));
  if (content === undefined) {
    const message = `The field content can't be "${field('content').slice(0, 80)}"; use one of demo, import, empty.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { content: message });
  }
  return {
    content,
    title: field('title'),
    language: field('language'),
    wantsDemo: content === 'demo',
    login: field('login'),
    displayName: field('displayName'),
    email: field('email'),
    password: field('password'),
    retyped: field('retyped'),
  };
}

/** Sets the status of a refusal and returns its message; rethrows server errors. */
function refuse(reply: FastifyReply, error: unknown): Notice {
  if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
  reply.status(error.status);
  const notice = noticeOf(error, defaultSettings);
  // The page is English, so commands' own messages fit.
  return error instanceof InvalidInputError ? { ...notice, text: error.message } : notice;
}

const sendComing = (reply: FastifyReply, next: string) =>
  sendPage(
    reply.header('refresh', `3; url=${next}`),
    'install_coming',
    <p className="account-text">{textOf('install_coming_text')}</p>,
  );

function sendPage(reply: FastifyReply, title: ReaderText, content: ReactNode, notice?: Notice): FastifyReply {
  const isProblem = notice?.kind === 'problem';
  const body = renderHtml(
    <main>
      <section className="account">
        <h1 className="account-title">{textOf(title)}</h1>
        <p
          className={isProblem ? 'account-notice is-problem' : 'account-notice'}
          role={isProblem ? 'alert' : 'status'}
        >
          {notice?.text}
        </p>
        {content}
      </section>
    </main>,
  );
  // Without an icon of its own, browsers request /favicon.ico, which is refused while the site takes over the port.
  const icon = '<link rel="icon" href="data:,">';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${textOf(title)}</title>${icon}`;
  return reply
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head>${head}<style>${css}</style></head><body>${body}</body></html>`,
    );
}

/** Clients that waited while the demo was created get the page that the site is starting, not a connection error. */
async function releasePort(app: FastifyInstance): Promise<void> {
  await letIn(app.server);
  NetServer.prototype.close.call(app.server);
  app.server.keepAliveTimeout = 1;
  app.server.closeIdleConnections();
  setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
}
