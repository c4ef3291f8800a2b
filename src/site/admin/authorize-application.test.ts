import { expect, test } from 'vitest';
import { readAuthorizeRequest } from './authorize-application.tsx';

test('the name that a program gives itself stays on one line and can’t reorder the text around it', () => {
  const nameOf = (name: string) =>
    readAuthorizeRequest((asked) => (asked === 'app_name' ? name : ''), 'https://site.example');
  expect(nameOf(' Notes\u202E reganaM\r\n \u0007on my phone ')).toMatchObject({
    name: 'Notes reganaM on my phone',
  });
  expect(nameOf('\u202E\u200B ')).toMatchObject({ name: '' });
  expect(nameOf('x'.repeat(300))).toMatchObject({ name: 'x'.repeat(250) });
});
