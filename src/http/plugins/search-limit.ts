import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { LruCache } from '../../lib/lru-cache.ts';

export interface SearchLimitOptions {
  /** Searches that one address may ask for at once. */
  readonly burst?: number;
  /** And from then on in a second. */
  readonly perSecond?: number;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

const defaultBurst = 60;
const defaultPerSecond = 5;
/** Addresses that are remembered. */
const mostAddresses = 10_000;

/**
 * Refuses searches (429) to an address that asks for many new ones in a short time. Answers that are stored already do not come here, and count for nothing. Addresses of the own network
 * are not limited: they may be a proxy that the site was not told of, and all its readers.
 */
export function installSearchLimit(app: FastifyInstance, options: SearchLimitOptions = {}): void {
  const take = createAllowance(options);
  app.addHook('preHandler', async (request) => {
    if (!isSearch(request) || isOwnNetwork(request.ip)) return;
    const seconds = take(addressKey(request.ip));
    if (seconds > 0) throw new TooManyRequestsError('You have searched for many things in a short time. Please wait a few seconds.', seconds);
  });
}

/** Says how many seconds an address must wait; 0: it may go on, and that counts. */
export function createAllowance({ burst = defaultBurst, perSecond = defaultPerSecond, now = Date.now }: SearchLimitOptions): (address: string) => number {
  const known = new LruCache<string, { readonly left: number; readonly at: number }>(mostAddresses);
  return (address) => {
    const at = now();
    const before = known.get(address) ?? { left: burst, at };
    const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * perSecond);
    known.set(address, { left: left >= 1 ? left - 1 : left, at });
    return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
  };
}

/** Pages, feeds and calls that ask the search index. */
function isSearch({ url, query, body }: FastifyRequest): boolean {
  const given = (fields: unknown, name: string) => typeof fields === 'object' && fields !== null && name in fields && (fields as Record<string, unknown>)[name] !== '';
  return given(query, 's') || given(query, 'search') || url.startsWith('/search/') || (given(body, 'action') && (body as Record<string, unknown>)['action'] === 'td_ajax_search');
}

const ownNetwork = new BlockList();
for (const [net, prefix] of [['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['169.254.0.0', 16]] as const) ownNetwork.addSubnet(net, prefix);
for (const [net, prefix] of [['::1', 128], ['fc00::', 7], ['fe80::', 10]] as const) ownNetwork.addSubnet(net, prefix, 'ipv6');

function isOwnNetwork(ip: string): boolean {
  return ownNetwork.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** One household has 2^64 addresses of version 6: they count as one. */
function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  const behind = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0');
  return [...groups, ...zeros, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
