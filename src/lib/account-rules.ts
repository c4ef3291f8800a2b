export interface PasswordRule {
  readonly least: number;
  /** At least one letter and one digit, of any script. */
  readonly letterAndDigit: boolean;
}

export function fitsRule(password: string, { least, letterAndDigit }: PasswordRule): boolean {
  return (
    [...password].length >= least &&
    (!letterAndDigit || (/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))
  );
}

export const maxLoginLength = 60;
export const maxEmailLength = 100;

/** Whether a login name can be chosen: ASCII letters (no lookalikes), digits, spaces and `_ . @ -`, beginning and ending with a letter or digit. */
export function isLoginName(name: string): boolean {
  return (
    name.length <= maxLoginLength &&
    /^[a-z0-9 _.@-]+$/i.test(name) &&
    /^[a-z0-9]/i.test(name) &&
    /[a-z0-9]$/i.test(name)
  );
}

/** Whether a text is a valid email address. The server normalizes addresses first (`normalizeEmail`). */
export function isEmailAddress(text: string): boolean {
  const [local = '', host = '', more] = text.split('@');
  return (
    more === undefined &&
    text.length <= maxEmailLength &&
    !/[\s\p{Cc}"<>(),:;\\[\]]/u.test(text) &&
    local !== '' &&
    host.includes('.') &&
    isDomain(host)
  );
}

const label = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u;

/** Whether a text is a valid domain, in Unicode or Punycode: labels of letters and digits, with hyphens only inside. */
export function isDomain(host: string): boolean {
  return host.length <= 253 && host.split('.').every((part) => label.test(part) && !part.endsWith('-'));
}
