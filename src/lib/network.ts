import { BlockList, isIP, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ConfigError } from './errors.ts';

type Net = readonly [address: string, prefix: number];

function blockList(ipv4: readonly Net[], ipv6: readonly Net[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ipv4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of ipv6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

const ownNetwork = blockList(
  [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
    ['fe80::', 10],
  ],
);

/**
 * Whether an address is in the local machine or network: it may be an unconfigured proxy, and so stand for all its
 * visitors. False for invalid addresses, which a proxy may pass on.
 */
export function isOwnNetwork(ip: string): boolean {
  const [address = ''] = ip.split('%'); // without the zone of a link-local address
  const version = isIP(address);
  return version !== 0 && ownNetwork.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 except IANA's special-purpose registry; IPv6 only the range allocated to the Internet. */
const specialIpv4 = blockList(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [],
);
const globalIpv6 = blockList([], [['2000::', 3]]);
/** Protocol assignments, tunnels (Teredo and 6to4 contain IPv4 addresses), benchmarking, documentation. */
const specialIpv6 = blockList(
  [],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
);

export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 4) return !specialIpv4.check(ip);
  return version === 6 && globalIpv6.check(ip, 'ipv6') && !specialIpv6.check(ip, 'ipv6');
}

/** Whether a URL's host name is the local machine, so that requests don't cross a network. */
export function isLocalHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** Explains an unresolvable host, which otherwise would look like an unreachable server. */
function listenFault(error: NodeJS.ErrnoException, host: string): Error {
  return error.syscall === 'getaddrinfo'
    ? new ConfigError(
        `HOST is "${host}", which can't be resolved (${error.code}). Use an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
      )
    : error;
}

/** A free port chosen by the system. Throws `ConfigError` for a host without an address. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFault(error, host)));
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Throws `EADDRINUSE`, like listening, when the port is taken, and `ConfigError` for a host without an address. */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFault(error, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
