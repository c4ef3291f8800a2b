import type { IncomingMessage } from 'node:http';
import { uploadFiles } from '../../modules/media/policy.ts';
import { receivePart, maxUploadBytes } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { chunksOf } from '../../kernel/http/rest/receive-body.ts';
import type { Caller } from './call.ts';
import { tooFewArguments, unknownMethod, XmlRpcFault } from './fault.ts';
import { passwordAt } from './method.ts';
import type { OpenMethod, XmlRpcMethod } from './method.ts';
import { CallParser } from './parse-call.ts';
import type { ReceivedValue } from './values.ts';

/** Bytes read before the caller is authenticated, and for a text, whose markup needs more than its characters. */
const maxBytes = { unknown: 64 * 1024, text: 20 * 1024 * 1024 } as const;
/** Base64 takes four bytes for three, plus line breaks. */
const maxFileBody = maxUploadBytes * 1.4 + maxBytes.text;

export type ReceivedCall =
  | { readonly kind: 'open'; readonly method: OpenMethod; readonly params: readonly ReceivedValue[] }
  | {
      readonly kind: 'member';
      readonly method: XmlRpcMethod;
      readonly params: readonly ReceivedValue[];
      readonly caller: Caller;
      readonly part: PartFile | undefined;
    };

export interface Receiving {
  readonly methods: ReadonlyMap<string, XmlRpcMethod>;
  readonly openMethods: ReadonlyMap<string, OpenMethod>;
  /** Throws `XmlRpcFault` for wrong credentials. */
  readonly admit: (username: string, password: string) => Promise<Caller>;
  readonly dataDir: string;
  /** Suspends the request timeout while a file is received. */
  readonly atItsPace: <Received>(receive: () => Promise<Received>) => Promise<Received>;
}

/**
 * Reads a call. Checks credentials as soon as they arrive, so an unauthenticated caller can send 64 KB at most; writes
 * a file to disk as it arrives. Throws `XmlRpcFault` and `BroadsheetError`.
 */
export async function receiveCall(source: IncomingMessage, receiving: Receiving): Promise<ReceivedCall> {
  const { methods, openMethods, dataDir, atItsPace } = receiving;
  const reader = new CallReader(source, (name) => methods.get(name)?.bringsFile ?? false);
  const { parser } = reader;
  try {
    await reader.readUntil(() => parser.method !== undefined);
    const name = parser.method ?? '';
    const open = openMethods.get(name);
    if (open) {
      await reader.readUntil(() => false);
      parser.end();
      return { kind: 'open', method: open, params: parser.params };
    }
    const method = methods.get(name);
    if (!method) {
      if (name === '') parser.end();
      throw unknownMethod(name);
    }
    const caller = await readCaller(reader, method, receiving);
    if (method.bringsFile && !uploadFiles.test(caller.actor, undefined))
      throw new XmlRpcFault(401, uploadFiles.message);
    reader.most = method.bringsFile ? maxFileBody : maxBytes.text;
    const part = method.bringsFile
      ? await atItsPace(() => receivePart(dataDir, reader.readBits(), maxUploadBytes))
      : undefined;
    await reader.readUntil(() => false);
    parser.end();
    return { kind: 'member', method, params: parser.params, caller, part };
  } finally {
    await reader.stop();
    source.resume();
  }
}

async function readCaller(reader: CallReader, method: XmlRpcMethod, { admit }: Receiving): Promise<Caller> {
  const { params } = reader.parser;
  const at = passwordAt(method);
  await reader.readUntil(() => params.length > at);
  const [username, password] = [params[at - 1], params[at]];
  if (params.length <= at) {
    reader.parser.end();
    throw tooFewArguments();
  }
  return admit(textOf(username), textOf(password));
}

const textOf = (value: ReceivedValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Encodings that an XML declaration may name. */
const encodings: ReadonlySet<string> = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252']);

class CallReader {
  readonly parser: CallParser;
  /** Limit in bytes. */
  most: number = maxBytes.unknown;
  readonly #chunks: AsyncGenerator<Buffer>;
  #decoder: TextDecoder | undefined;
  #bytes = 0;
  #isOver = false;

  constructor(source: IncomingMessage, bringsFile: (method: string) => boolean) {
    this.#chunks = chunksOf(source);
    this.parser = new CallParser(bringsFile);
  }

  /** Reads until `holds` is true, or to the end. */
  async readUntil(holds: () => boolean): Promise<void> {
    while (!holds() && (await this.#read()));
  }

  async *readBits(): AsyncGenerator<Buffer> {
    do yield* this.parser.takeBits();
    while (await this.#read());
    yield* this.parser.takeBits();
  }

  async stop(): Promise<void> {
    await this.#chunks.return(undefined);
  }

  async #read(): Promise<boolean> {
    if (this.#isOver) return false;
    const { value: chunk, done } = await this.#chunks.next();
    if (done) {
      this.#isOver = true;
      this.parser.write(this.#decode(undefined));
      return false;
    }
    this.#bytes += chunk.length;
    if (this.#bytes > this.most)
      throw new XmlRpcFault(413, `The call is too large; the maximum is ${Math.round(this.most / 1024)} KB.`);
    this.parser.write(this.#decode(chunk));
    return true;
  }

  /** Decodes a chunk; without one, flushes the decoder. */
  #decode(chunk: Buffer | undefined): string {
    try {
      this.#decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      return chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    } catch (error) {
      if (error instanceof TypeError)
        throw new XmlRpcFault(-32_702, 'parse error. invalid character for encoding');
      throw error;
    }
  }
}

function encodingOf(chunk: Buffer | undefined): string {
  const [, named = 'utf-8'] =
    /^\s*<\?xml\b[^>?]{0,100}?\bencoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(
      chunk?.toString('latin1', 0, 200) ?? '',
    ) ?? [];
  const encoding = named.toLowerCase();
  if (!encodings.has(encoding))
    throw new XmlRpcFault(-32_701, `parse error. unsupported encoding "${named}"; send UTF-8`);
  return encoding;
}
