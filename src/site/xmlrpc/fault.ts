import { BroadsheetError, TooManyRequestsError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/records.ts';
import { unavailableError } from '../../kernel/db/unavailable.ts';
import type { RestReply } from '../rest/answer-request.ts';

/** A refusal, sent as a `fault` with HTTP status 200, as in WordPress. */
export class XmlRpcFault extends Error {
  readonly code: number;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: number, message: string, retryAfter?: number) {
    super(message);
    this.name = 'XmlRpcFault';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const parseFault = () => new XmlRpcFault(-32_700, 'parse error. not well formed');
export const structureFault = () =>
  new XmlRpcFault(
    -32_600,
    'server error. invalid xml-rpc. not conforming to spec. Request must be a methodCall',
  );
export const unknownMethod = (name: string) =>
  new XmlRpcFault(-32_601, `server error. requested method ${name.slice(0, 100)} does not exist.`);
export const disabledFault = () => new XmlRpcFault(405, 'XML-RPC services are disabled on this site.');
export const wrongPassword = () => new XmlRpcFault(403, 'Incorrect username or password.');
export const tooFewArguments = () =>
  new XmlRpcFault(400, 'Insufficient arguments passed to this XML-RPC method.');

/** WordPress uses 401 for missing capabilities, since 403 means a wrong password. */
const codeOf = (status: number): number => (status === 403 ? 401 : status === 501 ? 500 : status);

export function faultOfReply({ status, headers, body }: RestReply): XmlRpcFault {
  const { message, data } = isRecord(body) ? body : {};
  const params = isRecord(data) && isRecord(data['params']) ? Object.values(data['params']).map(String) : [];
  const retryAfter = headers['retry-after'] === undefined ? undefined : Number(headers['retry-after']);
  return new XmlRpcFault(
    codeOf(status),
    [String(message ?? 'The request was refused.'), ...params].join(' '),
    retryAfter,
  );
}

/** Converts any thrown value to a fault. `onFault` logs unexpected errors. */
export function faultOf(error: unknown, onFault: (error: unknown) => void): XmlRpcFault {
  if (error instanceof XmlRpcFault) return error;
  if (error instanceof TooManyRequestsError) return new XmlRpcFault(429, error.message, error.retryAfter);
  if (error instanceof BroadsheetError) return new XmlRpcFault(codeOf(error.status), error.message);
  onFault(error);
  const unavailable = unavailableError(error);
  if (unavailable) return faultOf(unavailable, onFault);
  return new XmlRpcFault(500, 'Something went wrong on the server. The error was logged.');
}
