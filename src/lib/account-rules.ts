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
  return [...password].length >= least && (!letterAndDigit || (/\p{L}/u.test(password) && /\p{Nd}/u.test(password)));
}

/** Most characters of a log-in name and of an email address. */
export const longestLogin = 60;
export const longestEmail = 100;

/** Whether somebody may choose this log-in name: letters that nobody takes for others, digits, spaces and `_ . @ -`, which begin and end none. */
export function isLoginName(name: string): boolean {
  return name.length <= longestLogin && /^[a-z0-9 _.@-]+$/i.test(name) && /^[a-z0-9]/i.test(name) && /[a-z0-9]$/i.test(name);
}

/** Whether a text can be somebody's email address. */
export function isEmailAddress(text: string): boolean {
  const [local = '', host = '', more] = text.split('@');
  return more === undefined && text.length <= longestEmail && !/[\s"<>(),:;\\[\]]/.test(text) && local !== '' && host.split('.').length > 1
    && host.split('.').every((label) => label !== '');
}
