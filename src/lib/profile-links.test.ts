import { expect, test } from 'vitest';
import { importedProfileLink, profileLink, profileService } from './profile-links.ts';

test('stores https URLs without tracking parameters, and refuses everything else', () => {
  const cases: readonly (readonly [typed: string, link: string | undefined])[] = [
    ['https://www.instagram.com/ada?igsh=abc&utm_source=x', 'https://www.instagram.com/ada'],
    [' x.com/ada ', 'https://x.com/ada'],
    ['HTTPS://Ada.Example/', 'https://ada.example'],
    ['https://www.youtube.com/watch?v=1&si=2', 'https://www.youtube.com/watch?v=1'],
    ['https://müller.example/über', 'https://xn--mller-kva.example/%C3%BCber'],
    ['https://social.example/@ada#now', 'https://social.example/@ada#now'],
  ];
  expect(cases.map(([typed]) => [typed, profileLink(typed)])).toEqual(cases);
  const refused = [
    '',
    'http://x.com/ada',
    'javascript:alert(1)',
    'https://user:word@x.com/',
    'https://x.com@evil.example/a b',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://x.com/"onclick',
    'https://x.com/<b>',
    'data:text/html,x',
    'mailto:ada@mail.example',
    `https://x.com/${'a'.repeat(300)}`,
    'https://0x7f.1/',
    'ada',
    'https://x.com\\@evil.example',
  ];
  expect(refused.filter((typed) => profileLink(typed) !== undefined)).toEqual([]);
});

test('recognizes a service by its host, Mastodon by its path, and treats look-alikes as websites', () => {
  const services = [
    ['https://www.facebook.com/ada', 'facebook'],
    ['https://uk.linkedin.com/in/ada', 'linkedin'],
    ['https://youtu.be/x', 'youtube'],
    ['https://kind.social/@ada', 'mastodon'],
    ['https://ada.example', 'chain'],
    ['https://facebook.com.evil.example/ada', 'chain'],
    ['https://notx.com/ada', 'chain'],
    ['https://open.spotify.com/user/ada', 'spotify'],
  ];
  expect(services.map(([link = '']) => [link, profileService(link)])).toEqual(services);
});

test('plugins’ author fields are a URL or a name', () => {
  const values = [
    ['twitter', '@ada', 'https://x.com/ada'],
    ['instagram', 'ada.l', 'https://www.instagram.com/ada.l'],
    ['facebook', 'http://facebook.com/ada', 'https://facebook.com/ada'],
    ['facebook', 'facebook.com/ada', 'https://facebook.com/ada'],
    ['mastodon', 'https://kind.social/@ada', 'https://kind.social/@ada'],
    ['mastodon', 'ada', undefined],
    ['twitter', 'javascript:alert(1)', undefined],
    ['linkedin', '', undefined],
    ['x', '<script>', undefined],
  ] as const;
  expect(values.map(([service, value]) => [service, value, importedProfileLink(service, value)])).toEqual(
    values,
  );
});
