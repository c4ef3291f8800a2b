import { parseCookie } from 'cookie';

const asSent = { decode: (value: string) => value };

/** Parses a `Cookie` header. Values are not decoded, since Broadsheet's cookies are signed as sent. */
export const parseCookies = (header = '') => parseCookie(header, asSent);
