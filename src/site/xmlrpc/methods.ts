import { bloggerMethods } from './blogger.ts';
import { commentMethods } from './comments.ts';
import { XmlRpcFault } from './fault.ts';
import { mediaMethods } from './media.ts';
import { metaWeblogMethods } from './meta-weblog.ts';
import type { OpenMethod, XmlRpcMethod } from './method.ts';
import { movableTypeMethods } from './movable-type.ts';
import { optionMethods } from './options.ts';
import { pageMethods } from './pages.ts';
import { postMethods } from './posts.ts';
import { termMethods } from './terms.ts';
import { typeMethods } from './types.ts';
import { userMethods } from './users.ts';
import type { SentValue } from './values.ts';

/** Methods that need a name and an application password, by name. */
export const methods: ReadonlyMap<string, XmlRpcMethod> = new Map(
  [
    ...postMethods,
    ...pageMethods,
    ...termMethods,
    ...mediaMethods,
    ...commentMethods,
    ...userMethods,
    ...optionMethods,
    ...typeMethods,
    ...metaWeblogMethods,
    ...bloggerMethods,
    ...movableTypeMethods,
  ].map((one) => [one.name, one]),
);

const capabilities: SentValue = {
  xmlrpc: { specUrl: 'http://www.xmlrpc.com/spec', specVersion: 1 },
  faults_interop: {
    specUrl: 'http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php',
    specVersion: 20_010_516,
  },
};

const open = (name: string, run: OpenMethod['run']): OpenMethod => ({ name, run });
const listMethods = () => [...openMethods.keys(), ...methods.keys()].toSorted();

/** Methods that take no password. There is no `system.multicall`, by which one request would try many passwords. */
export const openMethods: ReadonlyMap<string, OpenMethod> = new Map(
  [
    open('system.listMethods', listMethods),
    open('system.getCapabilities', () => capabilities),
    open('system.methodSignature', ([name]) => [['array', ...paramsOf(name).map(() => 'string')]]),
    open('system.methodHelp', ([name]) => `${nameOf(name)}(${paramsOf(name).join(', ')})`),
    open('mt.supportedMethods', listMethods),
    open('mt.supportedTextFilters', () => []),
    open('mt.getTrackbackPings', () => []),
  ].map((one) => [one.name, one]),
);

function nameOf(sent: unknown): string {
  if (typeof sent !== 'string')
    throw new XmlRpcFault(-32_602, 'server error. the name of a method is expected.');
  return sent;
}

function paramsOf(name: unknown): readonly string[] {
  const named = nameOf(name);
  if (openMethods.has(named)) return [];
  const found = methods.get(named);
  if (!found)
    throw new XmlRpcFault(-32_601, `server error. requested method ${named.slice(0, 100)} does not exist.`);
  return found.params;
}
