import { encode } from 'uqr';
import type { OfferedSecret } from '../../modules/accounts/own-account.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { SecondFactor } from '../../modules/users/second-factor.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { PostTime } from '../../ui/post-time.tsx';
import { passkeyConfig } from '../login/account-forms.tsx';
import { secondFactorPath } from '../login/where-to.ts';
import { CurrentPassword, Field, isWrongIn, Section } from './form-parts.tsx';
import type { SentSection } from './send-section.ts';

/** What the page of second factors shows. */
export interface SecondFactorProps {
  readonly settings: Settings;
  readonly nonce: string;
  readonly login: string;
  readonly factor: SecondFactor;
  /** Undefined: there is an app already. */
  readonly offered: OfferedSecret | undefined;
  readonly sent?: SentSection | undefined;
  /** The origin for which browsers keep passkeys; undefined: the site's address lets them keep none. */
  readonly passkeysAt: string | undefined;
}

/** All that somebody may do about their second step. */
export function SecondFactorForms(props: SecondFactorProps) {
  const { settings, nonce, login, factor, offered, sent } = props;
  const said = (name: ReaderText) => readerText(settings, name);
  const frame = { settings, nonce, path: secondFactorPath };
  const current = (section: string) => (
    <CurrentPassword {...{ settings, login, section, sent }} id={`${section}-current`} />
  );
  const code = (section: string, note: ReaderText) => (
    <Field
      name="code"
      id={`${section}-code`}
      label={said('account_code')}
      autoComplete="one-time-code"
      note={said(note)}
      isWrong={isWrongIn(sent, section, 'code')}
      maxLength={60}
      isLatin
    />
  );
  return (
    <>
      <p className="account-text">{said('account_factor_text')}</p>
      {offered && (
        <Section {...frame} section="on" title="account_factor_app" button="account_factor_on">
          <p className="account-text">{said('account_factor_scan')}</p>
          <QrCode text={offered.address} label={said('account_factor_picture')} />
          <p className="account-text">
            {said('account_factor_type')} <code className="account-secret">{inGroups(offered.secret)}</code>
          </p>
          <input type="hidden" name="sealed" value={offered.sealed} />
          {code('on', 'account_factor_code_note')}
          {current('on')}
        </Section>
      )}
      {factor.app && (
        <Section {...frame} section="off" title="account_factor_app" button="account_factor_off">
          <p className="account-text">
            {said('account_factor_since')} <PostTime at={factor.app.createdAt} withTime />
          </p>
          {code('off', 'account_factor_off_note')}
          {current('off')}
        </Section>
      )}
      <Passkeys {...props} />
      {(factor.app || factor.passkeys.length > 0) && (
        <Section {...frame} section="codes" title="account_recovery" button="account_recovery_new">
          <p className="account-text">
            {fillIn(said('account_recovery_left'), factor.recoveryCodes)} {said('account_recovery_note')}
          </p>
          {current('codes')}
        </Section>
      )}
    </>
  );
}

/** Keys that machines keep: listed, taken away, and made where the browser can. */
function Passkeys(props: SecondFactorProps) {
  const {
    settings,
    factor: { passkeys },
    passkeysAt,
  } = props;
  const said = (name: ReaderText) => readerText(settings, name);
  const takesPasskeys = passkeysAt !== undefined;
  return (
    <div className="profile-section">
      <h2 className="section-title">{said('account_passkeys')}</h2>
      <p className="account-text">
        {said(takesPasskeys ? 'account_passkeys_text' : 'account_passkeys_https')}
      </p>
      {passkeys.length > 0 && <PasskeyList {...props} />}
      {passkeysAt !== undefined && <NewPasskey {...props} origin={passkeysAt} />}
      {takesPasskeys && (
        <noscript>
          <p className="account-text">{said('account_passkeys_scripts')}</p>
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
  const said = (name: ReaderText) => readerText(settings, name);
  return (
    <form className="account-form" method="post" action={secondFactorPath}>
      <HiddenFields section="passkey-gone" nonce={nonce} />
      {/* The key Enter in the field would press the first button. */}
      <button type="submit" disabled hidden />
      <ul className="profile-sessions">
        {passkeys.map(({ credential, name, createdAt, usedAt }) => (
          <li key={credential}>
            <span>
              <b dir="auto">{name}</b>
              <small>
                {said('account_factor_since')} <PostTime at={createdAt} withTime />
              </small>
              <small>
                {usedAt === 0 ? (
                  said('account_program_unused')
                ) : (
                  <>
                    {said('account_program_used')}: <PostTime at={usedAt} withTime />
                  </>
                )}
              </small>
            </span>
            <button className="button button-quiet" name="end" value={credential} type="submit">
              {said('account_passkey_remove')}
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

/** The form that adds a passkey; a script shows it where the browser has passkeys. */
function NewPasskey({
  settings,
  nonce,
  login,
  sent,
  origin,
}: SecondFactorProps & { readonly origin: string }) {
  const said = (name: ReaderText) => readerText(settings, name);
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
      {/* One that the machine has made is good for another try; who had to make it again would have two there, of which one is dead. */}
      <input
        type="hidden"
        name="credential"
        value={isWrong('current') || isWrong('name') ? typed('credential') : ''}
      />
      <Field
        name="name"
        id="passkey-name"
        label={said('account_passkey_name')}
        value={typed('name')}
        note={said('account_passkey_name_note')}
        isWrong={isWrong('name')}
        maxLength={100}
        isRequired
      />
      <CurrentPassword {...{ settings, login, sent }} section="passkey" id="passkey-current" isRequired />
      <p className="account-send">
        <button className="button" type="submit">
          {said('account_passkey_add')}
        </button>
      </p>
    </form>
  );
}

/** Recovery codes, this once. */
export function RecoveryCodes({
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

/** Drawn here: no script, no file, and nobody else hears of the secret. Black on white in the dark as well, or cameras do not see it. */
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
