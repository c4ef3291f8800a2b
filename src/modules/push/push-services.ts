/**
 * Hosts of the push services that browsers bring: Chromium and what is made of it, Firefox, Safari, Edge. An address that a visitor hands in is one that we
 * call later, so it must be one of theirs; others are named by the administrator (`PUSH_SERVICES`).
 */
const knownHosts =
  /^fcm\.googleapis\.com$|(?:^|\.)(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** Whether a browser's address belongs to a push service; `services`: origins that are trusted, too, as they are. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, origin, username, password, hash } = new URL(endpoint);
  // Browsers write it in one way only.
  if (href !== endpoint || username !== '' || password !== '' || hash !== '') return false;
  return services.includes(origin) || (protocol === 'https:' && port === '' && knownHosts.test(hostname));
}
