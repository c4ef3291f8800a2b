import { createReadStream, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayEditTemplates } from '../../modules/templates/policy.ts';
import { maxDocumentLength } from '../../modules/templates/template-input.ts';
import { writtenBy } from '../../modules/users/check-actor-again.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { profilePath, secondFactorPath, signInAgain } from '../login/login-action.ts';
import { appPaths, showApp } from './admin-app.tsx';
import { forgetFile, takeFiles, wantsJson } from './send-section.ts';
import { askedAgain, authorize, authorizePath, showAuthorize } from './authorize-application.tsx';
import { exportPath, showExport } from './export.ts';
import { importPath, showImport } from './import.ts';
import { portraitFile, saveProfileForm, showProfile } from './profile.tsx';
import { saveSecondFactor, showSecondFactor } from './second-factor.tsx';
import { preserveTyped, preserveTypedTemplate } from './signed-out-forms.tsx';
import { templatePath } from './template-form.tsx';
import { saveTemplatePage, showTemplatePage } from './template-page.tsx';
import { acceptedEncodings } from '../cache/encodings.ts';
import type { Encoding } from '../cache/encodings.ts';
import { blockNames } from '../../blocks/registry.server.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { lookOf } from '../../theme/look/look-css.server.ts';
import { effectsCss, listCss } from '../../theme/styles.server.ts';
import { blockCss, listCssOf } from '../pages/style-sheets.ts';
import {
  asideText,
  coverText,
  foldingText,
  galleryText,
  layoutText,
  playerText,
  presetText,
  richText,
} from '../pages/page-css.ts';

/** Requested by `src/newsroom/editor/canvas.tsx`. */
const editorStylesPath = '/wp-admin/editor.css';

/** `GET /wp-admin/editor.css`: styles of texts and all blocks on the site, for the editor's canvas. */
async function showEditorStyles(
  site: Site,
  _signedIn: SignedIn,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return reply
    .header('cache-control', 'private, max-age=300')
    .type('text/css; charset=utf-8')
    .send(editorCss(await site.content.settings.current()));
}

type AdminPage = (
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

export const adminPages: ReadonlyMap<string, AdminPage> = new Map<string, AdminPage>([
  ...appPaths.map((path): [string, AdminPage] => [`GET ${path}`, showApp]),
  ['GET /wp-admin/index.php', leadTo('/wp-admin/')],
  ['GET /wp-admin/options.php', leadTo('/wp-admin/options-general.php')],
  ['GET /wp-admin/comment.php', leadToComment],
  [`GET ${editorStylesPath}`, showEditorStyles],
  [`GET ${profilePath}`, showProfile],
  [`POST ${profilePath}`, saveProfileForm],
  [`GET ${secondFactorPath}`, showSecondFactor],
  [`POST ${secondFactorPath}`, saveSecondFactor],
  [`GET ${authorizePath}`, showAuthorize],
  [`POST ${authorizePath}`, authorize],
  [`GET ${exportPath}`, showExport],
  [`GET ${importPath}`, showImport],
  [`GET ${templatePath}`, showTemplatePage],
  [`POST ${templatePath}`, saveTemplatePage],
]);

/** Redirects an address of WordPress to the screen that does its job. */
function leadTo(address: string): AdminPage {
  return async (_site, _signedIn, _request, reply) => reply.redirect(address, 302);
}

const decisions = ['approve', 'spam', 'trash'];

/** `?c=12`, WordPress' comment editor and moderation link: opens the comment list, where both are done. Changes nothing by itself. */
async function leadToComment(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, id] = /[?&]c=(\d{1,15})(?:&|$)/.exec(request.raw.url ?? '') ?? [];
  if (id === undefined) return showApp(site, signedIn, request, reply);
  const [, action = ''] = /[?&]action=(\w{1,20})(?:&|$)/.exec(request.raw.url ?? '') ?? [];
  return reply.redirect(
    `/wp-admin/edit-comments.php?c=${id}${decisions.includes(action) ? `&ask=${action}` : ''}`,
    302,
  );
}

/** For unknown paths: the newsroom's own 404 screen for users with editing capabilities; undefined for other users and for programs. */
function nowhere(
  method: string,
  { headers: { accept = '' } }: FastifyRequest,
  { actor }: SignedIn,
): AdminPage | undefined {
  if (method !== 'GET' || !accept.includes('text/html') || !mayEditSomething(actor)) return undefined;
  return async (site, signedIn, request, reply) => showApp(site, signedIn, request, reply.status(404));
}

/** Clickjacking: a text may hold frames of this site and hide them under something that a visitor clicks. */
async function refuseFrames(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply
    .header('x-frame-options', 'DENY')
    .header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, `frame-ancestors 'none'`));
}

/** Characters of a return address; headers have limits. */
const maxAddressLength = 2000;

/** Where a user goes after logging in: the requested page, the page of the submitted form, or the profile. */
function wayBack(
  site: Site,
  request: FastifyRequest,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  const ofForm = () => (adminPages.has(`GET ${path}`) ? path : profilePath);
  const ofQuestion = () => (path === authorizePath ? askedAgain(site, request) : ofForm());
  const address = method === 'GET' ? (request.raw.url ?? '') : ofQuestion();
  return address.length <= maxAddressLength ? address : profilePath;
}

const signedOutForms: ReadonlyMap<string, typeof preserveTyped> = new Map([
  [profilePath, preserveTyped],
  [templatePath, preserveTypedTemplate],
]);

/** `/wp-admin/…`: redirects visitors to the log-in page and back afterwards; their submitted input is preserved. */
export function adminRoute(app: FastifyInstance, site: Site): void {
  const { dataDir } = site;
  const files = new Map([[profilePath, portraitFile]]);
  // Three bytes per character, two per line end, and room for longer text, which the page rejects while showing it
  // again.
  const texts = new Map([[templatePath, { most: maxDocumentLength * 6, may: mayEditTemplates }]]);
  takeFiles(app, {
    dataDir,
    files,
    texts,
    actorOf: async (cookies) => (await site.sessions.find(cookies))?.actor,
  });
  app.addHook('onSend', refuseFrames);
  app.get('/wp-admin', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/wp-admin/', 301),
  );
  adminAssetsRoute(app, site.admin.build);
  app.route({
    method: ['GET', 'POST'],
    url: '/wp-admin/*',
    handler: async (request, reply) => {
      try {
        return await answer(request, reply);
      } finally {
        await forgetFile(request.body);
      }
    },
  });
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    // HEAD is handled as GET; the body is dropped.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const requested = request.raw.url ?? '/wp-admin/';
    const path = requested.split('?', 1)[0] ?? '';
    const owing = await site.sessions.findOwing(request.headers.cookie);
    const signedIn = owing ?? (await site.sessions.find(request.headers.cookie));
    if (path === profilePath && wantsJson(request) && (!signedIn || owing))
      return reply.status(401).send({
        code: 'rest_not_logged_in',
        message: 'You are not currently logged in.',
        data: { status: 401 },
      });
    const isLedAway = !signedIn || (owing && path !== secondFactorPath);
    const preserved =
      isLedAway && method === 'POST' ? await signedOutForms.get(path)?.(site, request, reply) : undefined;
    if (owing && path !== secondFactorPath)
      return preserved ?? reply.redirect(secondFactorPath, method === 'GET' ? 302 : 303);
    if (!signedIn) {
      return (
        preserved ??
        reply.redirect(signInAgain(wayBack(site, request, { method, path })), method === 'GET' ? 302 : 303)
      );
    }
    const page = adminPages.get(`${method} ${path}`) ?? nowhere(method, request, signedIn);
    if (!page) throw new NotFoundError(`Page not found: ${method} ${requested.slice(0, 200)}.`);
    const renewed = method === 'GET' ? await site.sessions.renew(signedIn) : undefined; // a POST's nonce belongs to the current session
    if (renewed) reply.header('set-cookie', renewed.setCookies);
    // Nonces on the page must belong to the session that its forms are sent with.
    const acting = {
      ...site,
      content: { ...site.content, database: writtenBy(site.content.database, signedIn.actor) },
    };
    return page(
      method === 'GET' ? site : acting,
      renewed ? { ...signedIn, session: renewed.session } : signedIn,
      request,
      reply,
    );
  }
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** `/wp-admin/assets/…`: files of the newsroom's build, which may appear while the server runs. Their names contain hashes, so they never change. */
function adminAssetsRoute(app: FastifyInstance, build: string): void {
  app.get<{ Params: { name: string } }>(
    '/wp-admin/assets/:name',
    async ({ params: { name }, headers }, reply) => {
      const file = join(build, 'assets', name);
      const type = Object.hasOwn(types, extname(name)) ? types[extname(name)] : undefined;
      if (!/^[\w.-]{1,120}$/.test(name) || type === undefined || !existsSync(file))
        throw new NotFoundError(`The newsroom has no asset named ${name.slice(0, 120)}.`);
      return sendFile(reply.type(type), file, headers['accept-encoding']);
    },
  );
}

function sendFile(reply: FastifyReply, file: string, accepted: string | undefined): FastifyReply {
  const found = acceptedEncodings(accepted).find((one) => existsSync(file + endings[one])) ?? 'identity';
  if (found !== 'identity') reply.header('content-encoding', found);
  return reply
    .header('vary', 'Accept-Encoding')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(createReadStream(file + endings[found]));
}

function editorCss(settings: Pick<Settings, 'look' | 'theme_color'>): string {
  const names = new Set([
    ...blockNames,
    asideText,
    playerText,
    richText,
    layoutText,
    coverText,
    foldingText,
    galleryText,
    presetText,
  ]);
  const { fonts, base, last } = lookOf(settings);
  return `${fonts.first}${fonts.rare}${fonts.italics}${base}${listCssOf(new Set(listCss.keys()))}${effectsCss}${blockCss(names)}${last}`;
}
