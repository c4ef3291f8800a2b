import { passwordRuleText } from '../../modules/accounts/accounts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { isKnownLanguage } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { maxLoginLength } from '../../lib/account-rules.ts';
import { fillIn } from '../../lib/messages.ts';
import { ChoiceField, Field } from '../admin/form-parts.tsx';
import type { Notice } from '../login/login-action.ts';
import { installContents } from './install-contents.ts';
import { StartPicture } from './start-picture.tsx';

export const installPath = '/wp-admin/install.php';

/** Steps of the form, in order. The password is in the last one, so that no page has to carry it along. */
export const installSteps = ['site', 'start', 'account'] as const;
export type InstallStep = (typeof installSteps)[number];

/** Fields of each step. */
export const installFields = {
  site: ['title', 'language'],
  start: ['content'],
  account: ['login', 'displayName', 'email', 'password', 'retyped'],
} as const satisfies Record<InstallStep, readonly string[]>;

interface FormProps {
  readonly settings: Settings;
  readonly notice?: Notice | undefined;
}

export function TokenForm({ settings, notice }: FormProps) {
  return (
    <form className="account-form" method="post" action={installPath}>
      <p className="account-text">{readerText(settings, 'install_token_text')}</p>
      <Field
        name="token"
        label={readerText(settings, 'install_token')}
        isWrong={notice?.fields?.includes('token') ?? false}
        maxLength={100}
      />
      <p className="account-send">
        <button className="button" type="submit">
          {readerText(settings, 'account_step_go')}
        </button>
      </p>
    </form>
  );
}

/** Languages to choose from; a site can get any other one in its settings. */
const languages = [
  'en-US',
  'en-GB',
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-CN',
  'zh-TW',
];

/** A language's own name, with a capital where the script has them. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const languageOptions = (chosen: string) =>
  (languages.includes(chosen) ? languages : [chosen, ...languages]).map((value) => ({
    value,
    label: nameOf(value),
  }));

interface InstallFormProps extends FormProps {
  readonly step: InstallStep;
  /** Submitted values of all steps, except passwords. */
  readonly typed: (name: string) => string;
  readonly siteUrl: string;
}

export const stepTitles = {
  site: 'install_site',
  start: 'install_start',
  account: 'install_account',
} as const satisfies Record<InstallStep, ReaderText>;

/** "Step 1 of 3". */
export const stepText = (settings: Settings, step: InstallStep): string =>
  fillIn(readerText(settings, 'install_step'), installSteps.indexOf(step) + 1, installSteps.length);

/** One step of the form; hidden fields hold the values of the others. */
export function InstallForm(props: InstallFormProps) {
  const { settings, step, typed } = props;
  const textOf = (name: ReaderText) => readerText(settings, name);
  const number = installSteps.indexOf(step) + 1;
  const others = installSteps.filter((other) => other !== step).flatMap((other) => installFields[other]);
  const StepFields = fieldsOfStep[step];
  return (
    <form className="account-form" method="post" action={installPath}>
      <input type="hidden" name="step" value={step} />
      {others
        .filter((name) => !secrets.has(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={typed(name)} />
        ))}
      {/* First in the form, because the Enter key presses the first button. */}
      <button type="submit" className="install-enter" tabIndex={-1} aria-hidden="true" />
      <StepFields {...props} />
      <p className="install-send">
        {number > 1 && (
          <button className="button button-quiet" type="submit" name="go" value="back" formNoValidate>
            {textOf('install_back')}
          </button>
        )}
        <button className="button" type="submit">
          {textOf(number < installSteps.length ? 'account_step_go' : 'install_go')}
        </button>
      </p>
    </form>
  );
}

const secrets: ReadonlySet<string> = new Set(['password', 'retyped']);

const isWrongIn = (notice: Notice | undefined, name: string) => notice?.fields?.includes(name) ?? false;

function SiteFields({ settings, notice, typed, siteUrl }: InstallFormProps) {
  const language = isKnownLanguage(typed('language')) ? typed('language') : settings.site_language;
  return (
    <>
      <Field
        name="title"
        label={readerText(settings, 'install_title')}
        value={typed('title')}
        isWrong={isWrongIn(notice, 'title')}
        maxLength={200}
      />
      <ChoiceField
        name="language"
        label={readerText(settings, 'install_language')}
        value={language}
        isWrong={isWrongIn(notice, 'language')}
        options={languageOptions(language)}
      />
      <p className="account-text">
        {readerText(settings, 'install_address')}{' '}
        <b>
          <bdi dir="ltr">{siteUrl}</bdi>
        </b>
        <br />
        <small className="account-note">{readerText(settings, 'install_address_note')}</small>
      </p>
    </>
  );
}

function StartFields({ settings, typed }: InstallFormProps) {
  const chosen = typed('content') || 'demo';
  return (
    <fieldset className="install-starts">
      <legend className="account-more">{readerText(settings, 'install_content')}</legend>
      {installContents.map((content) => (
        <label key={content} className="install-start">
          <StartPicture content={content} />
          <span>
            <input type="radio" name="content" value={content} defaultChecked={chosen === content} />
            {readerText(settings, `install_${content}`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function AccountFields({ settings, notice, typed }: InstallFormProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <>
      <Field
        name="login"
        label={textOf('account_username')}
        value={typed('login')}
        autoComplete="username"
        isWrong={isWrongIn(notice, 'login')}
        note={fillIn(textOf('account_username_rule'), maxLoginLength)}
        maxLength={maxLoginLength}
        isLatin
      />
      <Field
        name="displayName"
        label={textOf('account_shown_name')}
        value={typed('displayName')}
        autoComplete="name"
        note={textOf('account_shown_name_note')}
        isWrong={isWrongIn(notice, 'displayName')}
      />
      <Field
        name="email"
        label={textOf('account_email')}
        type="email"
        value={typed('email')}
        autoComplete="email"
        isWrong={isWrongIn(notice, 'email')}
        maxLength={100}
      />
      <Field
        name="password"
        label={textOf('account_password')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrongIn(notice, 'password')}
        note={passwordRuleText(settings)}
        maxLength={1024}
      />
      <Field
        name="retyped"
        label={textOf('account_password_again')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrongIn(notice, 'password')}
        maxLength={1024}
      />
    </>
  );
}

const fieldsOfStep = { site: SiteFields, start: StartFields, account: AccountFields } as const;
