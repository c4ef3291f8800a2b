/** Schemes that a link may lead to; none of them runs anything in the page. */
const linkSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'callto',
  'fax',
  'ftp',
  'ftps',
  'sftp',
  'feed',
  'webcal',
  'news',
  'nntp',
  'irc',
  'ircs',
  'xmpp',
  'urn',
  'gopher',
  'telnet',
  'mms',
  'rtsp',
  'svn',
  'geo',
  'magnet',
  'bitcoin',
  'whatsapp',
  'tg',
  'viber',
  'skype',
  'sip',
  'sips',
  'facetime',
  'signal',
  'threema',
  'matrix',
  'gemini',
  'ipfs',
  'doi',
]);

/** The scheme of an address as browsers find it, in lower case; undefined for one within the site or the page. */
export function schemeOf(address: string): string | undefined {
  const plain = address
    .slice(0, 2000)
    // oxlint-disable-next-line no-control-regex -- browsers pass over these at the beginning, and over tabs and line breaks anywhere
    .replace(/^[\u0000-\u0020]+/, '')
    .replace(/[\t\n\r]/g, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
}

/** Whether a link may lead there. */
export function isLinkAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || linkSchemes.has(scheme);
}

/** Whether a frame or form may go there: a page, on this site or elsewhere. */
export function isPageAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || scheme === 'http' || scheme === 'https';
}

/** Whether a picture or film may come from there: from a server, or (pictures) out of the address itself. */
export function isMediaAddress(address: string): boolean {
  return isPageAddress(address) || /^\s*data:(?:image|audio|video)\/|^\s*data:,/i.test(address);
}

/** Whether a list of pictures (`srcset`) names nothing but such. */
export function isMediaList(list: string): boolean {
  return (
    !/(?:^|[\s,])(?:javascript|vbscript|blob|file|filesystem)\s*:/i.test(list) &&
    !/(?:^|[\s,])data:(?!image\/|,)/i.test(list)
  );
}

/** What a link says of where it leads (`rel`), without leave for the page there to turn the one that it was opened from into another (`opener`). */
export function withoutOpener(rel: string): string {
  return /\bopener\b/i.test(rel)
    ? rel
        .split(/\s+/)
        .filter((word) => word.toLowerCase() !== 'opener')
        .join(' ')
    : rel;
}
