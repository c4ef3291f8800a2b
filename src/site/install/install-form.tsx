import { passwordRuleText } from '../../modules/accounts/accounts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { maxLoginLength } from '../../lib/account-rules.ts';
import { fillIn } from '../../lib/messages.ts';
import { Field } from '../admin/form-parts.tsx';
import type { Notice } from '../login/login-action.ts';

export const installPath = '/wp-admin/install.php';

const textOf = (name: ReaderText) => readerText(defaultSettings, name);

interface FormProps {
  readonly notice?: Notice | undefined;
  /** Submitted values, except passwords. */
  readonly typed: (name: string) => string;
}

export function TokenForm({ notice }: Pick<FormProps, 'notice'>) {
  return (
    <form className="account-form" method="post" action={installPath}>
      <p className="account-text">{textOf('install_token_text')}</p>
      <Field
        name="token"
        label={textOf('install_token')}
        isWrong={notice?.fields?.includes('token') ?? false}
        maxLength={100}
      />
      <p className="account-send">
        <button className="button" type="submit">
          {textOf('account_step_go')}
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

export function InstallForm({ notice, typed, siteUrl }: FormProps & { readonly siteUrl: string }) {
  const isWrong = (name: string) => notice?.fields?.includes(name) ?? false;
  const chosen = typed('content') || 'demo';
  return (
    <form className="account-form" method="post" action={installPath}>
      <Field
        name="title"
        label={textOf('install_title')}
        value={typed('title')}
        isWrong={isWrong('title')}
        maxLength={200}
      />
      <p className="account-text">
        {textOf('install_address')} <b>{siteUrl}</b>
        <br />
        <small className="account-note">{textOf('install_address_note')}</small>
      </p>
      <Field
        name="login"
        label={textOf('account_username')}
        value={typed('login')}
        autoComplete="username"
        isWrong={isWrong('login')}
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
        isWrong={isWrong('displayName')}
      />
      <Field
        name="email"
        label={textOf('account_email')}
        type="email"
        value={typed('email')}
        autoComplete="email"
        isWrong={isWrong('email')}
        maxLength={100}
      />
      <Field
        name="password"
        label={textOf('account_password')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrong('password')}
        note={passwordRuleText(defaultSettings)}
        maxLength={1024}
      />
      <Field
        name="retyped"
        label={textOf('account_password_again')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrong('password')}
        maxLength={1024}
      />
      <Field
        name="language"
        label={textOf('install_language')}
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
        <legend>{textOf('install_content')}</legend>
        {contents.map(([value, text]) => (
          <p className="account-remember" key={value}>
            <input
              type="radio"
              id={`content-${value}`}
              name="content"
              value={value}
              defaultChecked={chosen === value}
            />
            <label htmlFor={`content-${value}`}>{textOf(text)}</label>
          </p>
        ))}
      </fieldset>
      <p className="account-send">
        <button className="button" type="submit">
          {textOf('install_go')}
        </button>
      </p>
    </form>
  );
}
