/** What accounts are made of; asked in the browser, and by the server, which decides. */

/** What a password needs, beside being one. */
export interface PasswordRule {
  /** Characters. */
  readonly least: number;
  /** At least one letter and one digit, of any script. */
  readonly letterAndDigit: boolean;
}

/** Whether a password is as the rule wants it. */
export function fitsRule(password: string, { least, letterAndDigit }: PasswordRule): boolean {
  return (
    [...password].length >= least &&
    (!letterAndDigit || (/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))
  );
}

/** Most characters of a log-in name and of an email address. */
export const longestLogin = 60;
export const longestEmail = 100;

/** Whether somebody may choose this log-in name: letters that nobody takes for others, digits, spaces and `_ . @ -`, which begin and end none. */
export function isLoginName(name: string): boolean {
  return (
    name.length <= longestLogin &&
    /^[a-z0-9 _.@-]+$/i.test(name) &&
    /^[a-z0-9]/i.test(name) &&
    /[a-z0-9]$/i.test(name)
  );
}

/** Whether a text can be somebody's email address. The server asks that of what `normalizeEmail` makes of it. */
export function isEmailAddress(text: string): boolean {
  const [local = '', host = '', more] = text.split('@');
  return (
    more === undefined &&
    text.length <= longestEmail &&
    !/[\s\p{Cc}"<>(),:;\\[\]]/u.test(text) &&
    local !== '' &&
    host.includes('.') &&
    isDomain(host)
  );
}

const label = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u;

/** Whether a text can be a domain, as people or as machines write it: labels of letters and digits, with hyphens inside. */
export function isDomain(host: string): boolean {
  return host.length <= 253 && host.split('.').every((part) => label.test(part) && !part.endsWith('-'));
}
