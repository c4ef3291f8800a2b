// Runs inline in <head>, before anything is painted: the reader's scheme, also when another tab switches it, and whether ads were refused. Compiled to one
// short string by scripts/build.mjs.
import { consentCookie, darkClass, darkCookie, refusedClass } from './page-config.ts';

const root = document.documentElement;
const answer = (cookie: string) => new RegExp(`(?:^|; )${cookie}=([01])`).exec(document.cookie)?.[1];
const stored = answer(darkCookie);
let dark = stored ? stored === '1' : root.dataset.scheme === 'dark';
if (!stored && root.dataset.scheme === 'auto') {
  dark = matchMedia('(prefers-color-scheme: dark)').matches;
  // The server flips what the cookie says, so it must say what is shown before the first toggle.
  document.cookie = `${darkCookie}=${dark ? 1 : 0};path=/;max-age=31536000;samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}
root.classList.toggle(darkClass, dark);
// The loader brings the boxes to this.
const follow = () => {
  const now = answer(darkCookie);
  if (now) root.classList.toggle(darkClass, now === '1');
};
for (const type of ['pageshow', 'storage', 'visibilitychange']) addEventListener(type, follow);
if (root.dataset.asksConsent === '') root.classList.toggle(refusedClass, answer(consentCookie) === '0');
