import { domainToASCII, domainToUnicode } from 'node:url';
import { isDomain, isEmailAddress } from './account-rules.ts';

/** A domain in lower-case letters that nobody could take for more than a domain: what `domainToASCII` would cut off or decode is not in it. */
const foreignDomain = /^(?=.*[^\0-\x7f])[a-z0-9.\-_\u{80}-\u{10ffff}]+$/u;
/** Most characters of a domain. Longer ones are none, and what they are in ASCII costs by the square of their length. */
const longestDomain = 253;

/**
 * An address as it is stored and compared: in lower-case letters, its domain as machines write it (`xn--…`), which browsers send for what people type. A domain
 * that can't be written so stays as it is.
 */
export function normalizeEmail(email: string): string {
  const { plain, local, domain } = partsOf(email);
  const ascii = domain.length <= longestDomain && foreignDomain.test(domain) ? domainToASCII(domain) : '';
  return ascii === '' ? plain : local + ascii;
}

/** What an address may be stored as, the first as `normalizeEmail` gives it: some were taken over with their domain as people write it. */
export function emailForms(email: string): string[] {
  const { plain } = partsOf(email);
  const normal = normalizeEmail(email);
  const { local, domain } = partsOf(normal);
  return [
    ...new Set([
      normal,
      plain,
      ...(domain.includes('xn--') && domain.length <= longestDomain
        ? [local + (domainToUnicode(domain) || domain)]
        : []),
    ]),
  ];
}

/** Whether an address that `normalizeEmail` gave can be somebody's: its domain is one in ASCII, too. */
export function canReach(normal: string): boolean {
  return isEmailAddress(normal) && isMailbox(normal);
}

/** Whether an address that `normalizeEmail` gave can be stored: that of a machine, which has no full stop (`root@localhost`), too. */
export function isMailbox(normal: string): boolean {
  const [local = '', host = '', more] = normal.split('@');
  return (
    more === undefined &&
    normal.length <= 254 &&
    /^[^\s\p{Cc}]+$/u.test(local) &&
    isDomain(host) &&
    !/[^\0-\x7f]/.test(host)
  );
}

/** `local` with its @. */
function partsOf(email: string): { readonly plain: string; readonly local: string; readonly domain: string } {
  const plain = email.trim().toLowerCase();
  const start = plain.lastIndexOf('@') + 1;
  return { plain, local: plain.slice(0, start), domain: start === 0 ? '' : plain.slice(start) };
}
