import { useState } from 'react';
import { darkClass, darkCookie } from '../../islands/page-config.ts';

type Scheme = 'light' | 'dark';
const oneYear = 31_536_000;

/** The scheme, as the site has it: one choice for both, in the cookie that readers' pages go by. */
export function useScheme(): readonly [Scheme, () => void] {
  const [scheme, setScheme] = useState<Scheme>(document.documentElement.classList.contains(darkClass) ? 'dark' : 'light');
  const flip = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `${darkCookie}=${next === 'dark' ? 1 : 0};path=/;max-age=${oneYear};samesite=lax${secure}`;
    document.documentElement.classList.toggle(darkClass, next === 'dark');
    setScheme(next);
  };
  return [scheme, flip];
}
