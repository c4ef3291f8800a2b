import { expect, test } from 'vitest';
import type { Reader } from '../../kernel/db/open-database.ts';
import { readerTexts } from '../../languages/en.ts';
import { defaultSettings } from '../settings/settings.ts';
import { accountMail, noteMail } from './account-mail.ts';

test('account mails contain only translated text', async () => {
  const mine = Object.entries(readerTexts)
    .filter(([name]) => name.startsWith('mail_'))
    .map(([name, words]) => [`translation_${name}`, words.includes('%s') ? 'Ü %s' : 'Ü']);
  const settings = {
    ...defaultSettings,
    ...(Object.fromEntries(mine) as Partial<typeof defaultSettings>),
    blogname: 'Ä',
    admin_email: 'ä@site.example',
  };
  const unread = {} as Reader; // never queried: the settings contain the site's address
  for (const kind of ['password', 'invitation', 'registration', 'email'] as const) {
    const mail = await accountMail(unread, settings, 'https://site.example', {
      kind,
      to: 'a@mail.example',
      login: 'ada',
      link: 'https://site.example/l',
    });
    expect([mail.subject, mail.text]).toEqual([
      '[Ä] Ü',
      'Ü\n\nhttps://site.example/l\n\nÜ\n\nÜ ada\nÜ\n\n--\nhttps://site.example\n',
    ]);
  }
});

test('cuts a subject that is too long between characters', async () => {
  const settings = { ...defaultSettings, blogname: `${'a'.repeat(248)}😀`, admin_email: 'a@site.example' };
  const { subject } = await noteMail({} as Reader, settings, 'https://site.example', {
    to: 'a@mail.example',
    login: 'ann',
    subject: 'Hello',
    lines: [],
  });
  expect([subject.length, subject.isWellFormed()]).toEqual([249, true]);
});
