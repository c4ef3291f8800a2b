import { isIPv6, BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/**
 * Identifies a caller for counting and binding: an IPv4 address, or the /64 network of an IPv6 one, in which a client
 * has any number of addresses.
 */
export function callerOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? front
      : [
          ...front,
          ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'),
          ...back,
        ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * Returns a request's client address: that of the connection, or the one reported by the last of the trusted proxies
 * (addresses or networks, `10.0.0.0/8`). Equivalent to Fastify's `request.ip`, for requests that it does not handle.
 */
export function createAddressReader(
  trusted: readonly string[],
): (req: Pick<IncomingMessage, 'socket' | 'headers'>) => string | undefined {
  const list = new BlockList();
  for (const entry of trusted) {
    const [net = '', bits] = entry.split('/');
    const version = isIP(net);
    if (version !== 0)
      list.addSubnet(net, Number(bits ?? (version === 6 ? 128 : 32)), version === 6 ? 'ipv6' : 'ipv4');
  }
  const isTrusted = (address: string) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    let address = socket.remoteAddress;
    if (trusted.length === 0) return address;
    const forwarded = [headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    for (const before of forwarded.toReversed()) {
      if (address === undefined || !isTrusted(address)) break;
      address = before;
    }
    return address;
  };
}

/** Browsers by `User-Agent`; those that imitate others come first. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** A display name for a `User-Agent`, such as "Firefox, Windows"; '' when unknown. It is not reliable. */
export function browserName(userAgent: string): string {
  const nameIn = (list: readonly (readonly [mark: string, name: string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(', ');
}
