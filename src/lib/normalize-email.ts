import { domainToASCII, domainToUnicode } from 'node:url';
import { isDomain, isEmailAddress } from './account-rules.ts';

/** A lower-case domain without characters that `domainToASCII` would cut off or decode. */
const foreignDomain = /^(?=.*[^\0-\x7f])[a-z0-9.\-_\u{80}-\u{10ffff}]+$/u;
/** Longest domain in characters. Longer ones are invalid, and converting them takes quadratic time. */
const maxDomainLength = 253;

/**
 * Normalizes an email address for storing and comparing: lower case, with the domain in Punycode (`xn--…`), as browsers
 * send it. A domain that can't be converted is unchanged.
 */
export function normalizeEmail(email: string): string {
  const { plain, local, domain } = partsOf(email);
  const ascii = domain.length <= maxDomainLength && foreignDomain.test(domain) ? domainToASCII(domain) : '';
  return ascii === '' ? plain : local + ascii;
}

/** All stored forms of an address, the normalized one first; some imported addresses have their domain in Unicode. */
export function emailForms(email: string): string[] {
  const { plain } = partsOf(email);
  const normal = normalizeEmail(email);
  const { local, domain } = partsOf(normal);
  return [
    ...new Set([
      normal,
      plain,
      ...(domain.includes('xn--') && domain.length <= maxDomainLength
        ? [local + (domainToUnicode(domain) || domain)]
        : []),
    ]),
  ];
}

/** Whether a normalized address can receive mail: its domain is valid in ASCII. */
export function canReach(normal: string): boolean {
  return isEmailAddress(normal) && isMailbox(normal);
}

/** Whether a normalized address can be stored, including those of machines without a full stop (`root@localhost`). */
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

/** `local` includes the @. */
function partsOf(email: string): { readonly plain: string; readonly local: string; readonly domain: string } {
  const plain = email.trim().toLowerCase();
  const start = plain.lastIndexOf('@') + 1;
  return { plain, local: plain.slice(0, start), domain: start === 0 ? '' : plain.slice(start) };
}
