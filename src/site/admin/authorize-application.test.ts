import { expect, test } from 'vitest';
import { readAuthorizeRequest } from './authorize-application.tsx';

test('the name that a program gives itself stands on one line and turns no letters of who reads whether to let it in', () => {
  const nameOf = (name: string) =>
    readAuthorizeRequest((asked) => (asked === 'app_name' ? name : ''), 'https://site.example');
  expect(nameOf(' Notes\u202E reganaM\r\n \u0007on my phone ')).toMatchObject({
    name: 'Notes reganaM on my phone',
  });
  expect(nameOf('\u202E\u200B ')).toMatchObject({ name: '' });
  expect(nameOf('x'.repeat(300))).toMatchObject({ name: 'x'.repeat(250) });
});
