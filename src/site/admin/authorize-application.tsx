import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { createApplicationPassword } from '../../modules/users/application-password-commands.ts';
import { createNonce, isNonce } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { BroadsheetError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/messages.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf, withQuery } from '../../lib/urls.ts';
import { shortened, startOf } from '../../lib/cut-text.ts';
import type { Site } from '../pages/site.ts';
import { fillInElements } from '../../ui/elements.tsx';
import { isForeign } from '../http/security-headers.ts';
import { formFields } from '../../kernel/http/forms.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Notice } from '../login/login-action.ts';
import { noticeOf } from '../login/login-action.ts';
import { GeneratedPassword } from './profile-forms.tsx';
import { isLocalHost } from '../../lib/network.ts';
import { visibleName } from '../../lib/visible-name.ts';

/** The REST index announces this address to programs. */
export const authorizePath = '/wp-admin/authorize-application.php';
const nonceAction = 'authorize-application';

interface Page {
  readonly notice?: Notice;
  readonly form?: ReactNode;
  readonly status?: number;
  /** Redirect targets of the form. */
  readonly leadsTo?: readonly (URL | undefined)[];
}

/** `GET /wp-admin/authorize-application.php`: asks the user to approve a program's access. */
export async function showAuthorize(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  return ask(site, signedIn, reply, (name) => clean(query.get(name) ?? ''));
}

/** `POST` of the same: creates the application password and passes it to the program or shows it. */
export async function authorize(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const {
    content: { database, siteUrl, settings: stored },
    signer,
  } = site;
  const settings = await stored.current();
  const fields = formFields(request.body);
  const sent = (name: string) => clean(fields.get(name) ?? '');
  const requested = readAuthorizeRequest(sent, siteUrl);
  const refuse = (text: ReaderText) =>
    ask(site, signedIn, reply, sent, {
      notice: { kind: 'problem', text: readerText(settings, text) },
      status: 403,
    });
  if (isForeign(request.headers, siteUrl)) return refuse('account_foreign');
  if (!isNonce(signer, signedIn.session, nonceAction, sent('_wpnonce'))) return refuse('account_expired');
  if ('wrong' in requested || !takesApplicationPasswords(siteUrl)) return ask(site, signedIn, reply, sent);
  if (fields.has('no')) {
    const to =
      requested.rejectUrl?.href ??
      (requested.successUrl && addressWith(requested.successUrl, { success: 'false' }));
    return to === undefined
      ? send(site, reply, {
          notice: { kind: 'done', text: readerText(settings, 'account_authorize_refused') },
        })
      : reply.redirect(to, 303);
  }
  const { actor } = signedIn;
  const name = htmlToText(requested.name);
  try {
    const { password } = await database.write((tx) =>
      createApplicationPassword(tx, actor, { userId: actor.id, name, appId: requested.appId }),
    );
    if (!requested.successUrl)
      return await send(site, reply, {
        form: <GeneratedPassword settings={settings} name={name} password={password} />,
      });
    return await reply.redirect(
      addressWith(requested.successUrl, {
        site_url: siteUrl,
        user_login: actor.login,
        password: password.replaceAll(' ', ''),
      }),
      303,
    );
  } catch (error) {
    if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
    return ask(site, signedIn, reply, sent, { notice: noticeOf(error, settings), status: error.status });
  }
}

/** The question's address for a user whose session had ended, with the name that they gave the program. */
export function askedAgain(site: Site, request: FastifyRequest): string {
  const fields = isForeign(request.headers, site.content.siteUrl)
    ? new Map<string, string>()
    : formFields(request.body);
  const requested = ['app_name', 'app_id', 'success_url', 'reject_url']
    .map((name) => [name, clean(fields.get(name) ?? '')])
    .filter(([, value]) => value !== '');
  return withQuery(authorizePath, new URLSearchParams(requested).toString());
}

const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');

async function ask(
  site: Site,
  { session }: SignedIn,
  reply: FastifyReply,
  sent: (name: string) => string,
  more: Page = {},
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const textOf = (name: ReaderText) => readerText(settings, name);
  const problem = (text: string): Page => ({ status: 400, notice: { kind: 'problem', text } });
  if (!takesApplicationPasswords(site.content.siteUrl))
    return send(site, reply, { ...problem(textOf('account_programs_https')), status: 501 });
  const requested = readAuthorizeRequest(sent, site.content.siteUrl);
  if ('wrong' in requested) {
    const words = textOf(requested.wrong === 'app_id' ? 'account_authorize_bad_id' : 'account_authorize_bad');
    return send(site, reply, problem(fillIn(words, requested.wrong, shortened(sent(requested.wrong), 100))));
  }
  const nonce = createNonce(site.signer, session, nonceAction);
  return send(site, reply, {
    ...more,
    form: <AuthorizeForm asked={requested} nonce={nonce} said={textOf} />,
    leadsTo: [requested.successUrl, requested.rejectUrl],
  });
}

interface AuthorizeFormProps {
  readonly asked: AuthorizeRequest;
  readonly nonce: string;
  readonly said: (name: ReaderText) => string;
}

function AuthorizeForm({
  asked: { name, appId, successUrl, rejectUrl },
  nonce,
  said: textOf,
}: AuthorizeFormProps) {
  const hidden = {
    app_id: appId,
    success_url: successUrl?.href ?? '',
    reject_url: rejectUrl?.href ?? '',
    _wpnonce: nonce,
  };
  return (
    <form className="account-form" method="post" action={authorizePath}>
      <p className="account-text">
        {fillInElements(
          textOf('account_authorize_text'),
          <bdi>{name || textOf('account_program_name')}</bdi>,
        )}
      </p>
      {successUrl && (
        <p className="account-text">
          {fillInElements(textOf('account_authorize_to'), <bdi dir="ltr">{policySource(successUrl)}</bdi>)}
        </p>
      )}
      <div className="account-field">
        <label htmlFor="app-name">{textOf('account_program_name')}</label>
        <input
          className="field"
          id="app-name"
          name="app_name"
          defaultValue={name}
          maxLength={250}
          autoComplete="off"
          required
        />
      </div>
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <p className="account-send">
        <button className="button" type="submit">
          {textOf('account_authorize_yes')}
        </button>
      </p>
      <p className="account-send">
        <button className="button button-quiet" name="no" value="1" type="submit" formNoValidate>
          {textOf('account_authorize_no')}
        </button>
      </p>
    </form>
  );
}

async function send(
  site: Site,
  reply: FastifyReply,
  { notice, form, status = 200, leadsTo = [] }: Page,
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'account_authorize'), notice, form },
  );
  const name = 'content-security-policy';
  const sources = leadsTo.flatMap((url) => (url ? [` ${policySource(url)}`] : [])).join('');
  const policy = { [name]: headers[name]?.replace(`form-action 'self'`, `form-action 'self'${sources}`) };
  return reply
    .status(status)
    .headers({ ...headers, ...policy, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}

interface AuthorizeRequest {
  readonly name: string;
  /** A UUID; empty if not sent. */
  readonly appId: string;
  /** Receives the password; undefined: the page shows it. */
  readonly successUrl: URL | undefined;
  readonly rejectUrl: URL | undefined;
}

/** Schemes that the browser itself runs, shows or reads; any other custom scheme opens a program. */
const noPrograms = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'chrome:',
  'ftp:',
  'ws:',
  'wss:',
  'mailto:',
  'tel:',
]);
/** Characters such as `;` and `*` are valid in a host, but have a meaning in a policy. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const longest = 2000;

/** Accepts https and custom schemes; plain http only if both the target and this site are on localhost. */
function addressOf(text: string, siteUrl: string): URL | undefined {
  if (text.length > longest || !/^[a-z][a-z\d+.-]*:/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || noPrograms.has(url.protocol)) return undefined;
  if (/^https?:$/.test(url.protocol) && !plainHost.test(url.hostname)) return undefined;
  if (url.protocol === 'http:')
    return isLocalHost(url.hostname) && isLocalHost(new URL(siteUrl).hostname) ? url : undefined;
  return url;
}

export function readAuthorizeRequest(
  sent: (name: string) => string,
  siteUrl: string,
): AuthorizeRequest | { readonly wrong: string } {
  const addresses = (['success_url', 'reject_url'] as const).map(
    (name) => [name, sent(name), addressOf(sent(name), siteUrl)] as const,
  );
  const wrong = addresses.find(([, text, url]) => text !== '' && !url)?.[0];
  if (wrong !== undefined) return { wrong };
  if (sent('app_id') !== '' && !uuid.test(sent('app_id'))) return { wrong: 'app_id' };
  const [successUrl, rejectUrl] = addresses.map(([, , url]) => url);
  return {
    name: startOf(visibleName(sent('app_name')), 250),
    appId: sent('app_id').toLowerCase(),
    successUrl,
    rejectUrl,
  };
}

function addressWith(url: URL, query: Readonly<Record<string, string>>): string {
  const led = new URL(url);
  for (const [name, value] of Object.entries(query)) led.searchParams.set(name, value);
  return led.href;
}

function policySource({ protocol, origin }: URL): string {
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
