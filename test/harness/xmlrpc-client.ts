import xmlrpc from 'xmlrpc';
import { writeApplicationPassword } from '../../src/modules/users/application-password.ts';
import type { ServedSite } from './served-site.ts';

export type Outcome =
  | { readonly value: unknown }
  | { readonly fault: readonly [code: number, message: string] };

export interface XmlRpcUser {
  readonly login: string;
  readonly password: string;
  /** Calls a method with the npm client; throws for a fault. */
  call<Value = unknown>(method: string, ...params: readonly unknown[]): Promise<Value>;
  /** The same, but returns the fault. */
  outcome(method: string, ...params: readonly unknown[]): Promise<Outcome>;
}

/** A caller; `{login}` and `{password}` in parameters are replaced. `ip` is sent as `X-Forwarded-For`. */
export function asCaller(
  site: Pick<ServedSite, 'url'>,
  login: string,
  password: string,
  ip = '198.51.100.1',
): XmlRpcUser {
  const client = xmlrpc.createClient({ url: `${site.url}/xmlrpc.php`, headers: { 'X-Forwarded-For': ip } });
  const call = <Value>(method: string, ...params: readonly unknown[]) =>
    new Promise<Value>((resolve, reject) => {
      const filled = params.map((param) =>
        param === '{login}' ? login : param === '{password}' ? password : param,
      );
      client.methodCall(method, filled, (error: unknown, value: Value) => {
        if (error) reject(error as Error);
        else resolve(value);
      });
    });
  const outcome = (method: string, ...params: readonly unknown[]) =>
    call(method, ...params).then(
      (value): Outcome => ({ value }),
      (error: unknown): Outcome => {
        const { faultCode, faultString } = error as { faultCode?: number; faultString?: string };
        if (faultCode === undefined) throw error;
        return { fault: [faultCode, faultString ?? ''] };
      },
    );
  return { login, password, call, outcome };
}

/** Calls as a user, with a new application password. */
export async function makeCaller(site: ServedSite, userId: number, login: string): Promise<XmlRpcUser> {
  const { password } = await site.database.write((tx) =>
    writeApplicationPassword(tx, { userId, name: 'An editor', appId: '' }),
  );
  return asCaller(site, login, password);
}
