const scheme = String.raw`(?:https?:\/\/)?`;
const domain = String.raw`(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}`;
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const rest = String.raw`(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?`;
const pattern = new RegExp(`^${scheme}(?:${domain}|${byte}(?:\\.${byte}){3})${rest}$`, 'iu');

/**
 * Whether a link of a smart list may be followed: an address of a domain or IPv4 host, with or without `http://` or `https://`, or one of this site (`origin`).
 */
export function isSlideAddress(address: string, origin: string): boolean {
  const ownPath = /^[/?#]\S*$/.test(address) || address === origin || address.startsWith(`${origin}/`);
  return ownPath || pattern.test(address);
}
