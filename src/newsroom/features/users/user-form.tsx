import { useQueryClient } from '@tanstack/react-query';
import { SelectControl, TextareaControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { boot, may } from '../../app/boot.ts';
import { PortraitControl } from '../../app/account-rows.tsx';
import { SubmitButton, useSending } from '../../app/form-modal.tsx';
import { plainText } from '../../app/rest-types.ts';
import { localeOptions } from '../../app/locale-options.ts';
import { FormFault } from '../../app/problem.tsx';
import { rest } from '../../app/rest.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { RoleControl, Portrait } from './user-dialogs.tsx';
import { findUser, nameOf, portraitOf, userWork } from './user-list.ts';
import type { UserRow, UserChange } from './user-list.ts';

interface Values {
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
  readonly locale: string;
  readonly name: string;
  readonly email: string;
  readonly url: string;
  readonly description: string;
  readonly slug: string;
  readonly role: string;
}
const valuesOf = ({
  name,
  email,
  url,
  description,
  slug,
  roles,
  first_name,
  last_name,
  nickname,
  locale,
}: UserRow): Values => ({
  first_name,
  last_name,
  nickname,
  locale: locale === boot.site.locale ? '' : locale,
  name: plainText(name),
  email,
  url,
  description,
  slug,
  role: roles[0] ?? '',
});

/** The changed fields; a chosen role replaces all others. */
function changesOf(before: Values, now: Values): UserChange {
  const { role, ...texts } = now;
  const { role: roleBefore, ...textsBefore } = before;
  const changed = Object.entries(texts).filter(
    ([name, value]) => value !== textsBefore[name as keyof typeof texts],
  );
  return {
    ...Object.fromEntries(changed),
    ...(role === roleBefore ? {} : { roles: role === '' ? [] : [role] }),
  };
}

/** Edits an account. Changes by other users are shown, and only overwritten on request. */
export function UserForm({ user }: { readonly user: UserRow }) {
  const queries = useQueryClient();
  const work = userWork(queries);
  const [base, setBase] = useState(user);
  const [values, setValues] = useState(() => valuesOf(user));
  const { fault, isBusy, send, settle } = useSending();
  useUnsaved(Object.keys(changesOf(valuesOf(base), values)).length > 0);
  const set = (name: keyof Values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const take = (next: UserRow) => {
    setBase(next);
    setValues(valuesOf(next));
  };
  // Changes by undo or others are shown if there are no edits.
  if (user.revision > base.revision && Object.keys(changesOf(valuesOf(base), values)).length === 0)
    take(user);
  /** `since`: the base of the changes, if it is not the version they apply to. */
  const save = (from: UserRow, since = from) =>
    send(async () => {
      const body = changesOf(valuesOf(since), values);
      if (Object.keys(body).length > 0) take(await work.edit(from, body));
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  return (
    <form className="form" aria-label={say('Edit %s', nameOf(base))} onSubmit={submit}>
      <FormFault<UserRow>
        fault={fault}
        onShow={(theirs) => {
          take(theirs);
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs, base)}
      />
      <UserPortrait
        user={base}
        onChange={async () => {
          // Input stays.
          setBase(await findUser(base.id));
          await queries.invalidateQueries({ queryKey: ['users', 'list'] });
        }}
      />
      <NameFields values={values} set={set} />
      <TextControl
        __next40pxDefaultSize
        type="email"
        dir="ltr"
        label={say('Email')}
        value={values.email}
        maxLength={100}
        autoComplete="off"
        onChange={set('email')}
      />
      {may('promote_users') && (
        <>
          <RoleControl value={values.role} isOptional onChange={set('role')} />
          {base.roles.length > 1 && (
            <p className="narrowed">
              {sayCount(
                'This account has %d role. Choosing another role replaces all of them.|This account has %d roles. Choosing another role replaces all of them.',
                base.roles.length,
              )}
            </p>
          )}
        </>
      )}
      <ProfileFields values={values} set={set} storedLocale={base.locale} />
      <div className="form-end">
        <SubmitButton isBusy={isBusy}>{say('Save')}</SubmitButton>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly values: Values;
  readonly set: (name: keyof Values) => (value: string) => void;
}

const names = [
  { name: 'first_name', label: say('First name'), help: undefined },
  { name: 'last_name', label: say('Last name'), help: undefined },
  { name: 'nickname', label: say('Nickname'), help: undefined },
  { name: 'name', label: say('Display name'), help: say('Shown to readers.') },
] as const;

function NameFields({ values, set }: FieldsProps) {
  return names.map(({ name, label, help }) => (
    <TextControl
      key={name}
      __next40pxDefaultSize
      label={label}
      help={help}
      dir="auto"
      value={values[name]}
      maxLength={250}
      onChange={set(name)}
    />
  ));
}

function ProfileFields({ values, set, storedLocale }: FieldsProps & { readonly storedLocale: string }) {
  return (
    <>
      <TextareaControl
        label={say('Biography')}
        rows={5}
        dir="auto"
        value={values.description}
        maxLength={20_000}
        onChange={set('description')}
      />
      <TextControl
        __next40pxDefaultSize
        type="url"
        dir="ltr"
        label={say('Website')}
        value={values.url}
        maxLength={2000}
        onChange={set('url')}
      />
      <TextControl
        __next40pxDefaultSize
        label={say('Slug')}
        dir="ltr"
        help={say('The last part of the URL of the author page.')}
        value={values.slug}
        maxLength={200}
        onChange={set('slug')}
      />
      <SelectControl
        __next40pxDefaultSize
        label={say('Language')}
        help={say('Used in the newsroom and in apps that connect to the account.')}
        value={values.locale}
        options={localeOptions(storedLocale)}
        onChange={set('locale')}
      />
    </>
  );
}

function UserPortrait({
  user,
  onChange,
}: {
  readonly user: UserRow;
  readonly onChange: () => Promise<void>;
}) {
  const { fault, isBusy, send } = useSending();
  const path = `/broadsheet/v1/users/${user.id}/portrait?revision=${user.revision}`;
  const upload = (file: File) =>
    send(async () => {
      const form = new FormData();
      form.append('file', file, file.name || 'portrait');
      await rest(path, { method: 'POST', body: form });
      await onChange();
      toast(say('Profile picture of %s saved.', nameOf(user)));
    });
  const remove = () =>
    send(async () => {
      await rest(path, { method: 'DELETE' });
      await onChange();
      toast(say('Profile picture of %s removed.', nameOf(user)));
    });
  return (
    <PortraitControl
      hasPortrait={portraitOf(user, '96') !== undefined}
      fault={fault?.message}
      isBusy={isBusy}
      onUpload={(file) => void upload(file)}
      onRemove={() => void remove()}
    >
      <Portrait user={user} size={72} />
      {user.id === boot.user.id && <span className="hidden-text">{say('This is your account.')}</span>}
    </PortraitControl>
  );
}
