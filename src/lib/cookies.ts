import { parseCookie } from 'cookie';

const asSent = { decode: (value: string) => value };

/** The cookies of a `Cookie` header. Values are not decoded: ours are signed as they are sent. */
export const parseCookies = (header = '') => parseCookie(header, asSent);
