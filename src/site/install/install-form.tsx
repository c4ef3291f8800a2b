import { passwordRuleText } from '../../modules/accounts/accounts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { maxLoginLength } from '../../lib/account-rules.ts';
import { fillIn } from '../../lib/messages.ts';
import { Field } from '../admin/form-parts.tsx';
import type { Told } from '../login/login-action.ts';

export const installPath = '/wp-admin/install.php';

const said = (name: ReaderText) => readerText(defaultSettings, name);

interface FormProps {
  readonly told?: Told | undefined;
  /** Submitted values, except passwords. */
  readonly typed: (name: string) => string;
}

export function TokenForm({ told }: Pick<FormProps, 'told'>) {
  return (
    <form className="account-form" method="post" action={installPath}>
      <p className="account-text">{said('install_token_text')}</p>
      <Field
        name="token"
        label={said('install_token')}
        isWrong={told?.fields?.includes('token') ?? false}
        maxLength={100}
      />
      <p className="account-send">
        <button className="button" type="submit">
          {said('account_step_go')}
        </button>
      </p>
    </form>
  );
}

/** Suggestions; any other tag can be entered. */
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
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

const contents = [
  ['demo', 'install_demo'],
  ['import', 'install_import'],
  ['empty', 'install_empty'],
] as const;

export function InstallForm({ told, typed, siteUrl }: FormProps & { readonly siteUrl: string }) {
  const isWrong = (name: string) => told?.fields?.includes(name) ?? false;
  const chosen = typed('content') || 'demo';
  return (
    <form className="account-form" method="post" action={installPath}>
      <Field
        name="title"
        label={said('install_title')}
        value={typed('title')}
        isWrong={isWrong('title')}
        maxLength={200}
      />
      <p className="account-text">
        {said('install_address')} <b>{siteUrl}</b>
        <br />
        <small className="account-note">{said('install_address_note')}</small>
      </p>
      <Field
        name="login"
        label={said('account_username')}
        value={typed('login')}
        autoComplete="username"
        isWrong={isWrong('login')}
        note={fillIn(said('account_username_rule'), maxLoginLength)}
        maxLength={maxLoginLength}
        isLatin
      />
      <Field
        name="displayName"
        label={said('account_shown_name')}
        value={typed('displayName')}
        autoComplete="name"
        note={said('account_shown_name_note')}
        isWrong={isWrong('displayName')}
      />
      <Field
        name="email"
        label={said('account_email')}
        type="email"
        value={typed('email')}
        autoComplete="email"
        isWrong={isWrong('email')}
        maxLength={100}
      />
      <Field
        name="password"
        label={said('account_password')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrong('password')}
        note={passwordRuleText(defaultSettings)}
        maxLength={1024}
      />
      <Field
        name="retyped"
        label={said('account_password_again')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrong('password')}
        maxLength={1024}
      />
      <Field
        name="language"
        label={said('install_language')}
        value={typed('language') || defaultSettings.site_language}
        isWrong={isWrong('language')}
        maxLength={35}
        list="languages"
      />
      <datalist id="languages">
        {languages.map((tag) => (
          <option key={tag} value={tag}>
            {nameOf(tag)}
          </option>
        ))}
      </datalist>
      <fieldset className="install-content">
        <legend>{said('install_content')}</legend>
        {contents.map(([value, text]) => (
          <p className="account-remember" key={value}>
            <input
              type="radio"
              id={`content-${value}`}
              name="content"
              value={value}
              defaultChecked={chosen === value}
            />
            <label htmlFor={`content-${value}`}>{said(text)}</label>
          </p>
        ))}
      </fieldset>
      <p className="account-send">
        <button className="button" type="submit">
          {said('install_go')}
        </button>
      </p>
    </form>
  );
}
