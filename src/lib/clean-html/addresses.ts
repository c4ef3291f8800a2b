/** Schemes allowed in links; none of them runs code in the page. */
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

/** The scheme of a URL as browsers parse it, in lower case; undefined for a relative URL. */
export function schemeOf(address: string): string | undefined {
  const plain = address
    .slice(0, 2000)
    // oxlint-disable-next-line no-control-regex -- browsers pass over these at the beginning, and over tabs and line breaks anywhere
    .replace(/^[\u0000-\u0020]+/, '')
    .replace(/[\t\n\r]/g, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
}

export function isLinkAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || linkSchemes.has(scheme);
}

/** Whether a frame or form may load the URL: a page on this or another site. */
export function isPageAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || scheme === 'http' || scheme === 'https';
}

/** Whether a picture or film may be loaded from the URL: from a server, or as `data:`. */
export function isMediaAddress(address: string): boolean {
  return isPageAddress(address) || /^\s*data:(?:image|audio|video)\/|^\s*data:,/i.test(address);
}

export function isMediaList(list: string): boolean {
  return (
    !/(?:^|[\s,])(?:javascript|vbscript|blob|file|filesystem)\s*:/i.test(list) &&
    !/(?:^|[\s,])data:(?!image\/|,)/i.test(list)
  );
}

/** A `rel` value without `opener`, which would allow the linked page to navigate this one. */
export function withoutOpener(rel: string): string {
  return /\bopener\b/i.test(rel)
    ? rel
        .split(/\s+/)
        .filter((word) => word.toLowerCase() !== 'opener')
        .join(' ')
    : rel;
}
