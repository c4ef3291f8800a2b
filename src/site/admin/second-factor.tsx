import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode } from 'uqr';
import {
  offerSecret,
  removePasskey,
  renewRecoveryCodes,
  turnOffCodes,
  turnOnCodes,
} from '../../modules/accounts/own-account.ts';
import { addPasskey, passkeyOrigin } from '../../modules/accounts/passkeys.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { createNonce } from '../../modules/users/session.ts';
import { findSecondFactor } from '../../modules/users/second-factor.ts';
import type { Session } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/urls.ts';
import type { Site } from '../pages/site.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Notice } from '../login/login-action.ts';
import { profilePath, secondFactorPath } from '../login/login-action.ts';
import { sendSection } from './send-section.ts';
import type { SentForm, SentSection } from './send-section.ts';
import type { OfferedSecret } from '../../modules/accounts/own-account.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { SecondFactor } from '../../modules/users/second-factor.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { fillIn } from '../../lib/messages.ts';
import { PostTime } from '../../ui/byline.tsx';
import { passkeyConfig } from '../login/account-forms.tsx';
import { CurrentPassword, Field, isWrongIn, Section } from './form-parts.tsx';

const nonceAction = 'second-factor';

interface Done {
  readonly text: ReaderText;
  readonly codes?: readonly string[] | undefined;
  readonly session?: Session | undefined;
}

const sections: Readonly<Record<string, (sent: SentForm) => Promise<Done>>> = {
  on: async ({ site, signedIn, field, caller }) => ({
    text: 'account_factor_on_done',
    ...(await turnOnCodes(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      sealed: field('sealed'),
      code: field('code'),
    })),
  }),
  off: async ({ site, signedIn, field, caller }) => {
    await turnOffCodes(site.accounts, { signedIn, caller, current: field('current'), code: field('code') });
    return { text: 'account_factor_off_done' };
  },
  passkey: async ({ site, signedIn, field, caller }) => {
    const given = { credential: field('credential'), name: field('name'), current: field('current') };
    return {
      text: 'account_passkey_added',
      ...(await addPasskey(site.accounts, { signedIn, caller, ...given })),
    };
  },
  'passkey-gone': async ({ site, signedIn, field, caller }) => {
    await removePasskey(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      credential: field('end'),
    });
    return { text: 'account_passkey_removed' };
  },
  codes: async ({ site, signedIn, field, caller }) => ({
    text: 'account_recovery_done',
    codes: await renewRecoveryCodes(site.accounts, { signedIn, caller, current: field('current') }),
  }),
};

/** `GET /wp-admin/second-factor.php`: the user's second factors. */
export async function showSecondFactor(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requested = new URLSearchParams(queryOf(request.raw.url ?? '')).get('done') ?? '';
  const done = (
    ['account_factor_off_done', 'account_passkey_added', 'account_passkey_removed'] as const
  ).find((name) => name === requested);
  const settings = await site.content.settings.current();
  const owes = done === undefined && (await site.sessions.findOwing(request.headers.cookie)) !== undefined;
  const message = done ?? (owes ? 'account_factor_required' : undefined);
  return send(site, signedIn, reply, {
    notice: message && { kind: 'done', text: readerText(settings, message) },
  });
}

/** `POST` of the same: turns the second factor on or off, or creates recovery codes. */
export async function saveSecondFactor(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendSection(site, signedIn, request, reply, {
    nonceAction,
    sections,
    labels: { name: 'account_passkey_name' },
    done: async ({ text, codes, session }) => {
      // All other browsers become unknown to the account; this one has proved both factors.
      const device = await site.sessions.deviceCookie(request.headers.cookie, signedIn.actor.id);
      reply.header('set-cookie', [
        ...(session ? site.sessions.cookies(session, signedIn.actor.displayName) : []),
        device,
      ]);
      // Rendered without a redirect, so that no address can show the codes again.
      if (!codes) return reply.redirect(`${secondFactorPath}?done=${text}`, 303);
      const notice = { kind: 'done', text: readerText(await site.content.settings.current(), text) } as const;
      return send(site, { ...signedIn, session: session ?? signedIn.session }, reply, { notice, codes });
    },
    refused: (notice, sent) => send(site, signedIn, reply, { notice, sent }),
  });
}

interface Shown {
  readonly notice: Notice | undefined;
  readonly sent?: SentSection;
  readonly codes?: readonly string[];
}

async function send(
  site: Site,
  signedIn: SignedIn,
  reply: FastifyReply,
  { notice, sent, codes }: Shown,
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const factor = await findSecondFactor(site.content.database.read, signedIn.actor.id);
  const offered = factor.app
    ? undefined
    : await offerSecret(site.accounts, signedIn, sent?.typed.get('sealed'));
  const nonce = createNonce(site.signer, signedIn.session, nonceAction);
  const form = (
    <>
      {codes ? (
        <RecoveryCodes settings={settings} codes={codes} />
      ) : (
        <SecondFactorForms
          settings={settings}
          nonce={nonce}
          login={signedIn.actor.login}
          factor={factor}
          offered={offered}
          sent={sent}
          passkeysAt={passkeyOrigin(site.content.siteUrl)}
        />
      )}
      <p className="account-ways">
        <a href={profilePath}>{readerText(settings, 'account_back_profile')}</a>
      </p>
    </>
  );
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'account_factor'), notice, form },
  );
  return reply
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}

export interface SecondFactorProps {
  readonly settings: Settings;
  readonly nonce: string;
  readonly login: string;
  readonly factor: SecondFactor;
  /** Undefined if an app is set up already. */
  readonly offered: OfferedSecret | undefined;
  readonly sent?: SentSection | undefined;
  /** The passkeys' origin; undefined if the site's address does not support passkeys. */
  readonly passkeysAt: string | undefined;
}

export function SecondFactorForms(props: SecondFactorProps) {
  const { settings, nonce, login, factor, offered, sent } = props;
  const textOf = (name: ReaderText) => readerText(settings, name);
  const frame = { settings, nonce, path: secondFactorPath };
  const current = (section: string) => (
    <CurrentPassword {...{ settings, login, section, sent }} id={`${section}-current`} />
  );
  const code = (section: string, note: ReaderText) => (
    <Field
      name="code"
      id={`${section}-code`}
      label={textOf('account_code')}
      autoComplete="one-time-code"
      note={textOf(note)}
      isWrong={isWrongIn(sent, section, 'code')}
      maxLength={60}
      isLatin
    />
  );
  return (
    <>
      <p className="account-text">{textOf('account_factor_text')}</p>
      {offered && (
        <Section {...frame} section="on" title="account_factor_app" button="account_factor_on">
          <p className="account-text">{textOf('account_factor_scan')}</p>
          <QrCode text={offered.address} label={textOf('account_factor_picture')} />
          <p className="account-text">
            {textOf('account_factor_type')} <code className="account-secret">{inGroups(offered.secret)}</code>
          </p>
          <input type="hidden" name="sealed" value={offered.sealed} />
          {code('on', 'account_factor_code_note')}
          {current('on')}
        </Section>
      )}
      {factor.app && (
        <Section {...frame} section="off" title="account_factor_app" button="account_factor_off">
          <p className="account-text">
            {textOf('account_factor_since')} <PostTime at={factor.app.createdAt} withTime />
          </p>
          {code('off', 'account_factor_off_note')}
          {current('off')}
        </Section>
      )}
      <Passkeys {...props} />
      {(factor.app || factor.passkeys.length > 0) && (
        <Section {...frame} section="codes" title="account_recovery" button="account_recovery_new">
          <p className="account-text">
            {fillIn(textOf('account_recovery_left'), factor.recoveryCodes)} {textOf('account_recovery_note')}
          </p>
          {current('codes')}
        </Section>
      )}
    </>
  );
}

function Passkeys(props: SecondFactorProps) {
  const {
    settings,
    factor: { passkeys },
    passkeysAt,
  } = props;
  const textOf = (name: ReaderText) => readerText(settings, name);
  const takesPasskeys = passkeysAt !== undefined;
  return (
    <div className="profile-section">
      <h2 className="section-title">{textOf('account_passkeys')}</h2>
      <p className="account-text">
        {textOf(takesPasskeys ? 'account_passkeys_text' : 'account_passkeys_https')}
      </p>
      {passkeys.length > 0 && <PasskeyList {...props} />}
      {passkeysAt !== undefined && <NewPasskey {...props} origin={passkeysAt} />}
      {takesPasskeys && (
        <noscript>
          <p className="account-text">{textOf('account_passkeys_scripts')}</p>
        </noscript>
      )}
    </div>
  );
}

function HiddenFields({ section, nonce }: { readonly section: string; readonly nonce: string }) {
  return (
    <>
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="_wpnonce" value={nonce} />
    </>
  );
}

function PasskeyList({ settings, nonce, login, factor: { passkeys }, sent }: SecondFactorProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <form className="account-form" method="post" action={secondFactorPath}>
      <HiddenFields section="passkey-gone" nonce={nonce} />
      {/* First in the form, because the Enter key presses the first button. */}
      <button type="submit" disabled hidden />
      <ul className="profile-sessions">
        {passkeys.map(({ credential, name, createdAt, usedAt }) => (
          <li key={credential}>
            <span>
              <b dir="auto">{name}</b>
              <small>
                {textOf('account_factor_since')} <PostTime at={createdAt} withTime />
              </small>
              <small>
                {usedAt === 0 ? (
                  textOf('account_program_unused')
                ) : (
                  <>
                    {textOf('account_program_used')}: <PostTime at={usedAt} withTime />
                  </>
                )}
              </small>
            </span>
            <button className="button button-quiet" name="end" value={credential} type="submit">
              {textOf('account_passkey_remove')}
            </button>
          </li>
        ))}
      </ul>
      <CurrentPassword
        {...{ settings, login, sent }}
        section="passkey-gone"
        id="passkey-gone-current"
        isRequired={false}
      />
    </form>
  );
}

/** The form that adds a passkey; a script shows it in browsers that support passkeys. */
function NewPasskey({
  settings,
  nonce,
  login,
  sent,
  origin,
}: SecondFactorProps & { readonly origin: string }) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  const acting = useActing();
  const typed = (name: string) => (sent?.section === 'passkey' ? (sent.typed.get(name) ?? '') : '');
  const isWrong = (name: string) => isWrongIn(sent, 'passkey', name);
  return (
    <form
      className="account-form"
      method="post"
      action={secondFactorPath}
      hidden
      {...acting.now('passkey', passkeyConfig(settings, 'register', origin))}
    >
      <HiddenFields section="passkey" nonce={nonce} />
      {/* A created passkey is kept for the next attempt; creating another one would leave a dead passkey on the device. */}
      <input
        type="hidden"
        name="credential"
        value={isWrong('current') || isWrong('name') ? typed('credential') : ''}
      />
      <Field
        name="name"
        id="passkey-name"
        label={textOf('account_passkey_name')}
        value={typed('name')}
        note={textOf('account_passkey_name_note')}
        isWrong={isWrong('name')}
        maxLength={100}
        isRequired
      />
      <CurrentPassword {...{ settings, login, sent }} section="passkey" id="passkey-current" isRequired />
      <p className="account-send">
        <button className="button" type="submit">
          {textOf('account_passkey_add')}
        </button>
      </p>
    </form>
  );
}

function RecoveryCodes({
  settings,
  codes,
}: {
  readonly settings: Settings;
  readonly codes: readonly string[];
}) {
  return (
    <div className="profile-section">
      <h2 className="section-title">{readerText(settings, 'account_recovery')}</h2>
      <p className="account-text">{readerText(settings, 'account_recovery_text')}</p>
      <ol className="account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/.{4}(?!$)/g, '$& ');

/** Rendered here, so that no script, file or third party receives the secret. Black on white in dark mode as well, for cameras. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const runs = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="account-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={runs.join('')} />
    </svg>
  );
}
