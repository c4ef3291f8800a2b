import { darkClass, darkCookie } from '../../reader/islands/page-config.ts';
import { useIsDark } from './use-is-dark.ts';

type Scheme = 'light' | 'dark';
const oneYear = 31_536_000;

/**
 * The scheme, as the site has it: one choice for both, in the cookie that readers' pages go by. The root's class alone says which it is, so that style sheets,
 * the packages' theme and the text's frame never follow different ones.
 */
export function useScheme(): readonly [Scheme, () => void] {
  const scheme = useIsDark() ? 'dark' : 'light';
  const flip = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `${darkCookie}=${next === 'dark' ? 1 : 0};path=/;max-age=${oneYear};samesite=lax${secure}`;
    document.documentElement.classList.toggle(darkClass, next === 'dark');
  };
  return [scheme, flip];
}
