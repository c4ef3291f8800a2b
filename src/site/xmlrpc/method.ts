import { z } from 'zod';
import type { Call } from './call.ts';
import { tooFewArguments, XmlRpcFault } from './fault.ts';
import { text } from './kinds.ts';
import type { ReceivedValue, SentValue } from './values.ts';

/** A method, as callers know it. */
export interface XmlRpcMethod {
  readonly name: string;
  /** Names of its parameters, in their order. */
  readonly params: readonly string[];
  /** It brings a file (base64). */
  readonly bringsFile: boolean;
  readonly run: (call: Call, sent: readonly ReceivedValue[]) => Promise<SentValue>;
}

/** A method that takes no password. */
export interface OpenMethod {
  readonly name: string;
  readonly run: (sent: readonly ReceivedValue[]) => SentValue;
}

/** The name and the application password of the caller. The server checks them before it reads on. */
export const credentials = { username: text, password: text };

/** Declares a method; `params` are in the order of the call, and hold `credentials`. */
export function method<Shape extends z.ZodRawShape & typeof credentials>(
  name: string,
  params: Shape,
  run: (call: Call, sent: z.output<z.ZodObject<Shape>>) => Promise<SentValue>,
  bringsFile = false,
): XmlRpcMethod {
  const names = Object.keys(params);
  const schema = z.object(params);
  return {
    name,
    params: names,
    bringsFile,
    run: (call, sent) => run(call, read(schema, names, sent)),
  };
}

/** Where the password is among the parameters. */
export const passwordAt = ({ params }: XmlRpcMethod): number => params.indexOf('password');

function read<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: readonly string[],
  sent: readonly ReceivedValue[],
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(
    Object.fromEntries(names.flatMap((name, index) => (index < sent.length ? [[name, sent[index]]] : []))),
  );
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [param = '', ...place] = issue?.path.map(String) ?? [];
  if (place.length === 0 && names.indexOf(param) >= sent.length) throw tooFewArguments();
  throw new XmlRpcFault(
    400,
    `Invalid parameter ${[param, ...place].join('.').slice(0, 200)}: ${issue?.message.slice(0, 300)}`,
  );
}

/** A method under a further name. */
export const alias = (name: string, of: XmlRpcMethod): XmlRpcMethod => ({ ...of, name });
