import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { defaultSettings as settings } from '../../modules/settings/settings.ts';
import { InstallForm } from '../install/install-form.tsx';
import { ProfileForms } from '../admin/profile-forms.tsx';
import type { ProfileProps } from '../admin/profile-forms.tsx';
import { noPersonalFields } from '../../modules/users/user-fields.ts';
import { SecondFactorForms } from '../admin/second-factor.tsx';
import type { SecondFactorProps } from '../admin/second-factor.tsx';
import { LoginForm, RegisterForm, ResetForm } from './account-forms.tsx';

const login = 'ada';
const user = {
  id: 1,
  login,
  email: 'ada@example.org',
  slug: login,
  displayName: 'Ada',
  url: '',
  bio: '',
  roles: [],
  createdAt: 0,
  revision: 1,
  portrait: '',
  links: [],
};
const profile: ProfileProps = {
  settings,
  user,
  personal: noPersonalFields,
  nonce: 'n',
  sessions: [],
  own: '',
  programs: [],
  isTwoSteps: false,
  portrait: undefined,
  sendsMail: true,
  roles: [],
  maxMegabytes: 8,
};
const factor: SecondFactorProps = {
  settings,
  nonce: 'n',
  login,
  factor: { app: undefined, passkeys: [], recoveryCodes: 0 },
  offered: undefined,
  passkeysAt: 'https://example.org',
};
const passkey = {
  credential: 'c',
  userId: 1,
  publicKey: '',
  name: 'Laptop',
  counter: 0,
  createdAt: 0,
  usedAt: 0,
  transports: [],
};
const forms: Readonly<Record<string, ReactElement>> = {
  login: <LoginForm settings={settings} name="" redirectTo={undefined} passkeysAt="https://example.org" />,
  register: <RegisterForm settings={settings} login="" email="" shownName="" />,
  reset: <ResetForm settings={settings} whose={login} shownName={undefined} />,
  invited: <ResetForm settings={settings} whose={login} shownName="Ada" />,
  install: <InstallForm step="account" settings={settings} typed={() => ''} siteUrl="https://example.org" />,
  profile: <ProfileForms {...profile} />,
  'second factor, none': (
    <SecondFactorForms {...factor} offered={{ secret: 'ABCD', sealed: 's', address: 'otpauth://totp/x' }} />
  ),
  'second factor, all': (
    <SecondFactorForms
      {...factor}
      factor={{ app: { secret: '', step: 0, createdAt: 0 }, passkeys: [passkey], recoveryCodes: 8 }}
    />
  ),
};
/** Types of the fields that a user or a password manager fills in, in order, for each form with a password. */
const passwordForms = (html: string) =>
  [...html.matchAll(/<form.*?<\/form>/gs)]
    .map(([form]) => form)
    .filter((form) => form.includes('type="password"'))
    .map((form) =>
      [...form.matchAll(/<input\b[^>]*>/g)]
        .map(([input]) => input)
        .filter((input) => !/type="(?:hidden|checkbox|radio)"/.test(input)),
    );

test.each(Object.entries(forms))(
  '%s: a field before each form’s first password names the account, for password managers',
  (_name, form) => {
    const found = passwordForms(renderActing(form).html);
    expect(found.length).toBeGreaterThan(0);
    for (const fields of found) {
      const names = fields.filter((field) => field.includes('autoComplete="username"'));
      expect(names).toHaveLength(1);
      const [name = ''] = names;
      expect(fields.indexOf(name)).toBeLessThan(
        fields.findIndex((field) => field.includes('type="password"')),
      );
      // A hidden field belongs to the page, so it is filled in and not sent.
      if (name.includes('hidden=""')) expect(name).toContain(`value="${login}"`);
      expect(name.includes('hidden=""') && name.includes('name=')).toBe(false);
    }
  },
);

test('this list contains every view that asks for the account’s password', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const views = globSync('**/*.tsx', { cwd: root }).filter(
    (file) =>
      !file.includes('.test.') &&
      /autoComplete=(?:"|\{[^}]*')(?:current|new)-password/.test(readFileSync(`${root}${file}`, 'utf8')),
  );
  expect(views.toSorted()).toEqual([
    'blocks/core/loginout.server.tsx', // its form has one field for the name
    'newsroom/app/reauthentication.tsx', // newsroom-backup.e2e.test.ts
    'newsroom/features/profile/profile-parts.tsx', // newsroom-profile.e2e.test.ts
    'site/admin/form-parts.tsx',
    'site/admin/profile-forms.tsx',
    'site/install/install-form.tsx',
    'site/login/account-forms.tsx',
  ]);
});
