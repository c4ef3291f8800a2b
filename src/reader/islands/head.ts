// Runs inline in <head> before the first paint: applies the colour scheme, also when another tab switches it, and marks
// logged-in users and refused ads. Compiled to one short string by scripts/build.mjs.
import { nameCookie } from '../../lib/name-cookie.ts';
import { consentCookie, darkClass, darkCookie, refusedClass, signedInClass } from './page-config.ts';

const root = document.documentElement;
const answer = (cookie: string) => new RegExp(`(?:^|; )${cookie}=([01])`).exec(document.cookie)?.[1];
const system = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const stored = answer(darkCookie);
  root.classList.toggle(
    darkClass,
    stored
      ? stored === '1'
      : root.dataset.scheme === 'auto'
        ? system.matches
        : root.dataset.scheme === 'dark',
  );
  root.classList.toggle(signedInClass, new RegExp(`(?:^|; )${nameCookie}=`).test(document.cookie));
};
follow();
system.addEventListener('change', follow);
for (const type of ['pageshow', 'storage', 'visibilitychange']) addEventListener(type, follow);
if (root.dataset.asksConsent === '') root.classList.toggle(refusedClass, answer(consentCookie) === '0');
