import { nameCookie } from '../../lib/name-cookie.ts';

/** The name of who is signed in; '' for nobody. */
export function signedInName(): string {
  const value = document.cookie.split('; ').find((pair) => pair.startsWith(`${nameCookie}=`))?.slice(nameCookie.length + 1) ?? '';
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // somebody else's cookie
  }
}
