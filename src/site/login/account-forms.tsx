import type { ReactNode } from 'react';
import { passwordRule, passwordRuleText } from '../../modules/accounts/accounts.ts';
import { socialVersion } from '../../modules/accounts/social-sign-in.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { maxLoginLength } from '../../lib/account-rules.ts';
import { fillIn } from '../../lib/messages.ts';
import { fillInElements } from '../../ui/elements.tsx';
import type { Notice } from './login-action.ts';

interface FormProps {
  readonly settings: Settings;
  readonly wrong?: readonly string[] | undefined;
}

interface FieldProps extends FormProps {
  readonly name: string;
  readonly label: ReaderText;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly value?: string;
  readonly note?: string;
  readonly isOptional?: boolean;
}

const textOf = (settings: Settings, name: ReaderText) => readerText(settings, name);

/** Fields for an address, a login or a code: always left to right. */
const latin: ReadonlySet<string> = new Set(['log', 'user_login', 'user_email', 'code']);

function Field({
  settings,
  wrong,
  name,
  label,
  type = 'text',
  autoComplete,
  value,
  note,
  isOptional = false,
}: FieldProps) {
  const isWrong = wrong?.includes(name) ?? false;
  return (
    <div className="account-field">
      <label htmlFor={`account-${name}`}>{textOf(settings, label)}</label>
      <input
        className="field"
        id={`account-${name}`}
        name={name}
        type={type}
        dir={latin.has(name) ? 'ltr' : undefined}
        defaultValue={value}
        autoComplete={autoComplete}
        required={!isOptional}
        maxLength={1024}
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={
          [isWrong && 'account-notice', note !== undefined && `account-${name}-note`]
            .filter(Boolean)
            .join(' ') || undefined
        }
      />
      {note !== undefined && (
        <p className="account-note" id={`account-${name}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface FrameProps {
  readonly settings: Settings;
  readonly action: string;
  readonly button: ReaderText;
  readonly redirectTo?: string | undefined;
  readonly children: ReactNode;
}

/** `reader/behaviours/account-form.ts` validates and sends the form; it also works without scripts. Errors are localized, never the browser's. */
function Frame({ settings, action, button, redirectTo, children }: FrameProps) {
  const acting = useActing();
  const texts = Object.fromEntries(checked.map((name) => [name, textOf(settings, name)]));
  return (
    <form
      className="account-form"
      method="post"
      noValidate
      action={`/wp-login.php?action=${action}`}
      {...acting.now('account-form', { action, rule: passwordRule(settings), texts })}
    >
      {children}
      {redirectTo !== undefined && <input type="hidden" name="redirect_to" value={redirectTo} />}
      <p className="account-send">
        <button className="button" type="submit">
          {textOf(settings, button)}
        </button>
      </p>
    </form>
  );
}

const checked = [
  'login_empty',
  'login_pass_empty',
  'login_pass_pattern',
  'login_pass_retyped',
  'login_email',
  'login_username',
  'login_wait',
  'account_code_empty',
  'account_name_missing',
] as const;

/** `passkeysAt`, here and below: the site's origin for passkeys; undefined if not supported. */
export function LoginForm({
  settings,
  wrong,
  name,
  redirectTo,
  passkeysAt,
}: FormProps & {
  readonly name: string;
  readonly redirectTo: string | undefined;
  readonly passkeysAt: string | undefined;
}) {
  return (
    <>
      <Frame settings={settings} action="login" button="account_log_in" redirectTo={redirectTo}>
        <Field
          settings={settings}
          wrong={wrong}
          name="log"
          label="account_name"
          autoComplete="username"
          value={name}
        />
        <Field
          settings={settings}
          wrong={wrong}
          name="pwd"
          label="account_password"
          type="password"
          autoComplete="current-password"
        />
        <p className="account-remember">
          <input id="account-rememberme" name="rememberme" type="checkbox" value="forever" />
          <label htmlFor="account-rememberme">{textOf(settings, 'account_remember')}</label>
        </p>
      </Frame>
      {passkeysAt !== undefined && (
        <PasskeyButton settings={settings} use="sign-in" origin={passkeysAt} label="account_passkey_in" />
      )}
      {settings.social_login && <SocialButton settings={settings} />}
      <p className="account-ways">
        <a href="/wp-login.php?action=lostpassword">{textOf(settings, 'account_lost')}</a>
        {settings.users_can_register && (
          <a href="/wp-login.php?action=register">{textOf(settings, 'account_register')}</a>
        )}
      </p>
    </>
  );
}

export function SecondStepForm({
  settings,
  wrong,
  redirectTo,
  app,
  passkeysAt,
}: FormProps & {
  readonly redirectTo: string | undefined;
  readonly app: boolean;
  readonly passkeysAt: string | undefined;
}) {
  return (
    <>
      <p className="account-text">{textOf(settings, app ? 'account_step_text' : 'account_step_passkey')}</p>
      {passkeysAt !== undefined && (
        <PasskeyButton
          settings={settings}
          use="second-step"
          origin={passkeysAt}
          label="account_passkey_show"
        />
      )}
      <Frame settings={settings} action="second-step" button="account_step_go" redirectTo={redirectTo}>
        <Field
          settings={settings}
          wrong={wrong}
          name="code"
          label={app ? 'account_code' : 'account_recovery_one'}
          autoComplete="one-time-code"
          {...(app ? { note: textOf(settings, 'account_step_recovery') } : {})}
        />
      </Frame>
      <WayBack settings={settings} />
    </>
  );
}

/** Config of `reader/behaviours/passkey.ts`; `origin`: the site's origin for passkeys. */
export function passkeyConfig(
  settings: Settings,
  use: 'sign-in' | 'second-step' | 'register',
  origin: string,
) {
  const elsewhere = fillIn(textOf(settings, 'account_passkeys_elsewhere'), origin);
  return {
    use,
    origin,
    texts: {
      wait: textOf(settings, 'login_wait'),
      failed: textOf(settings, 'account_passkey_failed'),
      elsewhere,
    },
  };
}

/** Its behaviour shows it in browsers that support passkeys. */
function PasskeyButton({
  settings,
  use,
  origin,
  label,
}: FormProps & {
  readonly use: 'sign-in' | 'second-step';
  readonly origin: string;
  readonly label: ReaderText;
}) {
  const acting = useActing();
  return (
    <p
      className="account-send account-passkey"
      hidden
      {...acting.now('passkey', passkeyConfig(settings, use, origin))}
    >
      <button className="button button-quiet" type="button">
        {textOf(settings, label)}
      </button>
    </p>
  );
}

/** Its behaviour shows it once the network's script has loaded. */
function SocialButton({ settings }: FormProps) {
  const acting = useActing();
  const texts = { wait: textOf(settings, 'login_wait'), failed: textOf(settings, 'error_unavailable') };
  return (
    <p
      className="account-send"
      hidden
      {...acting.now('social-login', { sdk: settings.social_login_sdk_url, version: socialVersion, texts })}
    >
      <button className="button button-quiet" type="button">
        {textOf(settings, 'account_social')}
      </button>
    </p>
  );
}

function WayBack({ settings }: FormProps) {
  return (
    <p className="account-ways">
      <a href="/wp-login.php">{textOf(settings, 'account_log_in')}</a>
    </p>
  );
}

interface LostPasswordProps {
  readonly settings: Settings;
  readonly notice?: Notice | undefined;
  readonly name: string;
  readonly sendsMail: boolean;
}

export function LostPasswordForm({ settings, notice, name, sendsMail }: LostPasswordProps) {
  const text = textOf(settings, sendsMail ? 'account_lost_text' : 'account_no_mail');
  return (
    <>
      {notice?.text !== text && <p className="account-text">{text}</p>}
      <Frame settings={settings} action="lostpassword" button="account_new_password">
        <Field
          settings={settings}
          wrong={notice?.fields}
          name="user_login"
          label="account_name"
          autoComplete="username"
          value={name}
        />
      </Frame>
      <WayBack settings={settings} />
    </>
  );
}

/**
 * Names the account that the next password field belongs to, so that password managers store and fill the right one.
 * Hidden from the user, and not sent.
 */
export function PasswordOwner({ login }: { readonly login: string }) {
  return <input type="text" autoComplete="username" defaultValue={login} readOnly hidden />;
}

function NewPassword({ settings, wrong }: FormProps) {
  return (
    <>
      <Field
        settings={settings}
        wrong={wrong}
        name="pass1"
        label="account_password"
        type="password"
        autoComplete="new-password"
        note={passwordRuleText(settings)}
      />
      <Field
        settings={settings}
        wrong={wrong}
        name="pass2"
        label="account_password_again"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

function ShownName({
  settings,
  wrong,
  value,
  isOptional = false,
}: FormProps & { readonly value: string; readonly isOptional?: boolean }) {
  return (
    <Field
      settings={settings}
      wrong={wrong}
      name="display_name"
      label="account_shown_name"
      autoComplete="name"
      value={value}
      isOptional={isOptional}
      note={textOf(settings, 'account_shown_name_note')}
    />
  );
}

/** `whose`: login of the link's account; `shownName`: a display name that invited users choose. */
export function ResetForm({
  settings,
  wrong,
  whose,
  shownName,
}: FormProps & { readonly whose: string; readonly shownName: string | undefined }) {
  return (
    <>
      <p className="account-text">
        {fillInElements(textOf(settings, 'account_whose'), <bdi dir="ltr">{whose}</bdi>)}
      </p>
      <Frame settings={settings} action="rp" button="account_save_password">
        {shownName !== undefined && <ShownName settings={settings} wrong={wrong} value={shownName} />}
        <PasswordOwner login={whose} />
        <NewPassword settings={settings} wrong={wrong} />
      </Frame>
    </>
  );
}

export function RegisterForm({
  settings,
  wrong,
  login,
  email,
  shownName,
}: FormProps & {
  readonly login: string;
  readonly email: string;
  readonly shownName: string;
}) {
  return (
    <>
      <p className="account-text">{textOf(settings, 'account_register_text')}</p>
      <Frame settings={settings} action="register" button="account_register">
        <Field
          settings={settings}
          wrong={wrong}
          name="user_login"
          label="account_username"
          autoComplete="username"
          value={login}
          note={fillIn(textOf(settings, 'account_username_rule'), maxLoginLength)}
        />
        <Field
          settings={settings}
          wrong={wrong}
          name="user_email"
          label="account_email"
          type="email"
          autoComplete="email"
          value={email}
        />
        <ShownName settings={settings} wrong={wrong} value={shownName} isOptional />
        <NewPassword settings={settings} wrong={wrong} />
        {/* Honeypot: invisible, only programs fill it in. */}
        <div className="account-more" aria-hidden="true">
          <label htmlFor="account-more">{textOf(settings, 'account_trap')}</label>
          <input id="account-more" name="user_url" type="text" tabIndex={-1} autoComplete="off" />
        </div>
      </Frame>
      <WayBack settings={settings} />
    </>
  );
}

/** Asks for confirmation, so that a link from someone else does nothing by itself. */
export function SureForm({
  settings,
  action,
  button,
  fields = {},
}: {
  readonly settings: Settings;
  readonly action: string;
  readonly button: ReaderText;
  readonly fields?: Readonly<Record<string, string>>;
}) {
  return (
    <form className="account-form" method="post" action={`/wp-login.php?action=${action}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="account-send">
        <button className="button" type="submit">
          {textOf(settings, button)}
        </button>
      </p>
    </form>
  );
}

export function BackToLogin({ settings }: FormProps) {
  return (
    <p className="account-send">
      <a className="button" href="/wp-login.php">
        {textOf(settings, 'account_log_in')}
      </a>
    </p>
  );
}
