import { BlockList, isIP } from 'node:net';

const ownNetwork = new BlockList();
for (const [net, prefix] of [['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['169.254.0.0', 16]] as const) {
  ownNetwork.addSubnet(net, prefix);
}
for (const [net, prefix] of [['::1', 128], ['fc00::', 7], ['fe80::', 10]] as const) ownNetwork.addSubnet(net, prefix, 'ipv6');

/**
 * Whether an address is one of the own machine or network: it may be a proxy that the site was not told of, and all its readers. What is no address, as a proxy
 * may hand on, is none of ours.
 */
export function isOwnNetwork(ip: string): boolean {
  const [address = ''] = ip.split('%'); // without the zone of a link-local one
  const version = isIP(address);
  return version !== 0 && ownNetwork.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
