import type { ReactNode } from 'react';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { PasswordOwner } from '../login/account-forms.tsx';
import type { SentSection } from './send-section.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly id?: string;
  readonly type?: string;
  readonly value?: string;
  readonly autoComplete?: string;
  readonly note?: string;
  readonly isWrong?: boolean;
  readonly isLong?: boolean;
  readonly maxLength?: number;
  /** The value is an address, login or code: always left to right. */
  readonly isLatin?: boolean;
  readonly accept?: string;
  readonly list?: string;
  /** The browser requires a value before the form, or a script, sends it. */
  readonly isRequired?: boolean;
}

export function Field({
  name,
  label,
  id = `profile-${name}`,
  type = 'text',
  value,
  autoComplete = 'off',
  note,
  isWrong = false,
  isLong = false,
  maxLength = 250,
  isLatin = type === 'email',
  accept,
  list,
  isRequired = false,
}: FieldProps) {
  const shared = {
    className: 'field',
    id,
    name,
    defaultValue: value,
    autoComplete,
    maxLength,
    required: isRequired,
    dir: isLatin ? 'ltr' : undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
  };
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea {...shared} rows={5} />
      ) : (
        <input {...shared} type={type} accept={accept} list={list} />
      )}
      {note !== undefined && (
        <p className="account-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface CurrentPasswordProps {
  readonly settings: Settings;
  readonly login: string;
  readonly section: string;
  readonly sent: SentSection | undefined;
  readonly id?: string;
  readonly isRequired?: boolean;
}

/** Confirms a change; the hidden login lets password managers find the account. */
export function CurrentPassword({ settings, login, section, sent, id, isRequired }: CurrentPasswordProps) {
  return (
    <>
      <PasswordOwner login={login} />
      <Field
        name="current"
        {...(id !== undefined && { id })}
        label={readerText(settings, 'account_current')}
        type="password"
        autoComplete="current-password"
        isWrong={isWrongIn(sent, section, 'current')}
        maxLength={1024}
        {...(isRequired !== undefined && { isRequired })}
      />
    </>
  );
}

export const isWrongIn = (sent: SentSection | undefined, section: string, name: string): boolean =>
  sent?.section === section && sent.wrong.includes(name);

interface ChoiceProps extends Pick<FieldProps, 'name' | 'label' | 'value' | 'note' | 'isWrong'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceField({ name, label, value, note, isWrong = false, options }: ChoiceProps) {
  const id = `profile-${name}`;
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      <select
        className="field"
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <p className="account-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface SectionProps {
  readonly settings: Settings;
  readonly nonce: string;
  readonly path: string;
  readonly section: string;
  readonly title: ReaderText;
  readonly button: ReaderText;
  readonly revision?: number | undefined;
  readonly bringsFile?: boolean;
  readonly children: ReactNode;
}

/** A separate form on an account page (`sendSection`). Its hidden fields precede the user's. */
export function Section({
  settings,
  nonce,
  path,
  section,
  title,
  button,
  revision,
  bringsFile = false,
  children,
}: SectionProps) {
  return (
    <form
      className="account-form profile-section"
      method="post"
      action={path}
      encType={bringsFile ? 'multipart/form-data' : undefined}
    >
      <h2 className="section-title">{readerText(settings, title)}</h2>
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="_wpnonce" value={nonce} />
      {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
      {children}
      <p className="account-send">
        <button className="button" type="submit">
          {readerText(settings, button)}
        </button>
      </p>
    </form>
  );
}
