import { createServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import {
  defaultsIn,
  installSite,
  isUninstalled,
  readSiteFields,
} from '../../modules/accounts/install-site.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
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
import { languageAttributes } from '../../lib/language-tags.ts';
import { once } from '../../lib/once.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { isKnownLanguage } from '../../modules/settings/site-facts.ts';
import { catalogues, inLanguage } from '../../languages/catalogues.ts';
import { installAssets } from '../http/static-files.ts';
import { clientAssets, clientFolder } from '../../theme/client-assets.server.ts';
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
import {
  InstallForm,
  installFields,
  installPath,
  installSteps,
  stepText,
  stepTitles,
  TokenForm,
} from './install-form.tsx';
import type { InstallStep } from './install-form.tsx';
import { installContents } from './install-contents.ts';
import type { InstallContent } from './install-contents.ts';
import installCss from './install.css?inline';

export interface InstallPlace {
  readonly config: Pick<Config, 'host' | 'trustProxy' | 'logLevel' | 'dataDir'>;
  readonly database: Database;
  readonly siteUrl: string;
  readonly signer: Signer;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface Installer {
  /** URL of the form with the secret token; for the log only. */
  readonly address: string;
  listen(port: number): Promise<void>;
  /** Resolves once the site is set up by this process, with its content, or by another one. From then on pages say that the site is starting. */
  readonly done: Promise<InstallContent>;
  /** Resolves once the port is free; clients in progress still get the page that the site is starting. */
  close(): Promise<void>;
}

const cookieName = 'broadsheet_install';
/** Dark mode follows the browser's preference, since no script chooses here. */
const [, darkRule = ''] = baseCss.split('html.is_dark{', 2);
const darkCss = `@media (prefers-color-scheme:dark){:root{${darkRule.split('}', 1)[0]}}}`;
const css = once(
  () => `${clientAssets().fontsOf('broadsheet').rules.first}${baseCss}${darkCss}${accountCss}${installCss}`,
);
/** Fonts may be loaded, unlike in the default policy of replies without scripts. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
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
  let finish: (content: InstallContent) => void = () => {};
  const done = new Promise<InstallContent>((resolve) => (finish = resolve));
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
  const app = await createInstallServer(config, database);
  app.get(installPath, async (request, reply) => {
    const settings = formSettings(request);
    if (isDone) return sendComing(reply, settings, next);
    const given = new URLSearchParams(queryOf(request.raw.url ?? '')).get('token');
    if (given !== null) {
      if (gate.isToken(given)) return gate.hold(reply);
      gate.countGuess(request.ip);
    }
    if (!gate.isHeld(request.headers.cookie))
      return sendPage(reply, settings, { title: 'install', content: <TokenForm settings={settings} /> });
    return sendPage(reply, settings, {
      title: stepTitles.site,
      step: 'site',
      content: <InstallForm step="site" settings={settings} siteUrl={siteUrl} typed={() => ''} />,
    });
  });
  app.post(installPath, async (request, reply) => {
    const fields = formFields(request.body);
    const field = (name: string) => startOf((fields.get(name) ?? '').replaceAll('\0', ''), 2000);
    const settings = formSettings(request, field('language').trim());
    if (isDone) return sendComing(reply, settings, next);
    const isIn = gate.isHeld(request.headers.cookie);
    const sendStep = (step: InstallStep, notice?: Notice) =>
      sendPage(reply, settings, {
        title: stepTitles[step],
        step,
        notice,
        content: <InstallForm {...{ step, settings, siteUrl, notice }} typed={field} />,
      });
    try {
      if (isForeign(request.headers, siteUrl))
        throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
      if (!isIn) {
        if (gate.isToken(field('token').trim())) return await gate.hold(reply);
        gate.countGuess(request.ip);
        throw new ForbiddenError(readerText(settings, 'install_token_wrong'), 'install_token_wrong');
      }
      const following = nextStep(field);
      if (following !== undefined) return await sendStep(following);
      const content = readContent(field);
      taking++;
      await installSite(database, readInstall(field, content)).finally(() => taking--);
      finish(content);
      await done;
      return await sendComing(reply, settings, next);
    } catch (error) {
      const notice = refuse(reply, error, settings);
      if (error instanceof ConflictError && taking === 0) finish('empty');
      if (isIn) return sendStep(stepWithFault(notice) ?? stepOf(field), notice);
      return sendPage(reply, settings, {
        title: 'install',
        notice,
        content: <TokenForm settings={settings} notice={notice} />,
      });
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

async function createInstallServer(
  config: InstallPlace['config'],
  database: Database,
): Promise<FastifyInstance> {
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
  await installAssets(app, clientFolder());
  app.all('*', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return reply.header('cache-control', 'no-store').redirect(installPath, 302);
    return reply
      .status(403)
      .header('cache-control', 'no-store')
      .send({
        code: 'not_installed',
        message: readerText(defaultsIn(''), 'install_none'),
        data: { status: 403 },
      });
  });
  return app;
}

type FieldReader = (name: string) => string;

/** The submitted step; a form without one brings all fields. */
const stepOf = (field: FieldReader): InstallStep =>
  installSteps.find((step) => step === field('step')) ?? 'account';

/** The step to show after the submitted one; undefined after the last one. Throws `InvalidInputError` for its fields. */
function nextStep(field: FieldReader): InstallStep | undefined {
  const step = stepOf(field);
  const at = installSteps.indexOf(step);
  if (field('go') === 'back') return installSteps[at - 1] ?? 'site';
  if (step === 'site') readSiteFields({ title: field('title'), language: field('language') });
  if (step === 'start') readContent(field);
  return installSteps[at + 1];
}

/** The first step with a field that a notice names. */
const stepWithFault = ({ fields = [] }: Notice): InstallStep | undefined =>
  installSteps.find((step) => installFields[step].some((name) => fields.includes(name)));

/** Throws `InvalidInputError` for an unknown content. */
function readContent(field: FieldReader): InstallContent {
  const content = installContents.find((known) => known === field('content'));
  if (content !== undefined) return content;
  const message = `The field content can't be "${field('content').slice(0, 80)}"; use one of ${installContents.join(', ')}.`;
  throw new InvalidInputError(message, 'rest_invalid_param', { content: message });
}

const readInstall = (field: FieldReader, content: InstallContent) => ({
  title: field('title'),
  language: field('language'),
  wantsDemo: content === 'demo',
  login: field('login'),
  displayName: field('displayName'),
  email: field('email'),
  password: field('password'),
  retyped: field('retyped'),
});

/** Whether the form has words in a language. */
const isSpoken = (tag: string): boolean =>
  /^en\b/i.test(tag) || (isKnownLanguage(tag) && inLanguage(catalogues, tag) !== undefined);

/** Settings in the chosen language, else in the first one of the browser that the form speaks, else in English. */
function formSettings({ headers }: FastifyRequest, chosen = ''): Settings {
  const preferred = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',', 20)
    .map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return defaultsIn([chosen, ...preferred].find(isSpoken) ?? '');
}

/** Sets the status of a refusal and returns its message; rethrows server errors. */
function refuse(reply: FastifyReply, error: unknown, settings: Settings): Notice {
  if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
  reply.status(error.status);
  const notice = noticeOf(error, settings);
  // Errors of these commands are in the form's language.
  return error instanceof InvalidInputError ? { ...notice, text: error.message } : notice;
}

const sendComing = (reply: FastifyReply, settings: Settings, next: string) =>
  sendPage(reply.header('refresh', `3; url=${next}`), settings, {
    title: 'install_coming',
    content: <p className="account-text">{readerText(settings, 'install_coming_text')}</p>,
  });

interface InstallPage {
  readonly title: ReaderText;
  readonly step?: InstallStep;
  readonly content: ReactNode;
  readonly notice?: Notice | undefined;
}

function sendPage(
  reply: FastifyReply,
  settings: Settings,
  { title, step, content, notice }: InstallPage,
): FastifyReply {
  const isProblem = notice?.kind === 'problem';
  const body = renderHtml(
    <>
      <header>
        <p className="install-name">Broadsheet</p>
      </header>
      <main>
        <section className="account">
          {step && (
            <p className="install-step">
              {readerText(settings, 'install')} · {stepText(settings, step)}
            </p>
          )}
          <h1 className="account-title">{readerText(settings, title)}</h1>
          <p
            className={isProblem ? 'account-notice is-problem' : 'account-notice'}
            role={isProblem ? 'alert' : 'status'}
          >
            {notice?.text}
          </p>
          {content}
        </section>
      </main>
    </>,
  );
  // Without an icon of its own, browsers request /favicon.ico, which is refused while the site takes over the port.
  const icon = '<link rel="icon" href="data:,">';
  const name = escapeHtml(readerText(settings, title));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name} – Broadsheet</title>${icon}`;
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html ${languageAttributes(settings.site_language)}><head>${head}<style>${css()}</style></head><body class="is-focused">${body}</body></html>`,
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
