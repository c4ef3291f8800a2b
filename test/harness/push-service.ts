import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPush {
  readonly browser: string;
  readonly message: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  /** Claims of the token, after its signature was verified with the key in the same header. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
  /** The sender's key, base64url. */
  readonly key: string;
}

export interface BrowserSubscription {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushService {
  readonly origin: string;
  /** In order of arrival, including refused ones. */
  readonly pushes: ReceivedPush[];
  /** Maximum number of concurrent messages. */
  readonly maxAtOnce: number;
  subscribe(browser: string): BrowserSubscription;
  /** Sets the response status from now on (default: 201), of one browser or of all. */
  answer(status: number, options?: { readonly browser?: string; readonly retryAfter?: string }): void;
  /** Receives messages, but responds only after the returned function is called. */
  hold(): () => void;
  /** Milliseconds that each response takes. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** A fake push service: decrypts messages (RFC 8188, RFC 8291) and verifies their signature (RFC 8292). Responds with 400 to invalid ones. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<
    string,
    { readonly curve: ReturnType<typeof createECDH>; readonly auth: Buffer }
  >();
  const pushes: ReceivedPush[] = [];
  const answers = new Map<string, { readonly status: number; readonly retryAfter: string | undefined }>();
  let delayMs = 0;
  let held = Promise.resolve();
  let now = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++now);
    response.on('close', () => now--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const browser = decodeURIComponent(request.url ?? '').slice(1);
    const known = browsers.get(browser);
    if (!known) return response.writeHead(404).end();
    let read: Pick<ReceivedPush, 'message' | 'claims' | 'key'>;
    try {
      if (request.headers['content-encoding'] !== 'aes128gcm' || request.method !== 'POST')
        throw new Error('No push message.');
      const message = JSON.parse(decrypt(Buffer.concat(chunks), known.curve, known.auth)) as Record<
        string,
        unknown
      >;
      read = {
        message,
        ...signatureOf(request.headers.authorization ?? '', `http://${request.headers.host}`),
      };
    } catch (error) {
      return response.writeHead(400).end(String(error));
    }
    pushes.push({ browser, headers: request.headers, ...read });
    await held;
    const { status, retryAfter } = answers.get(browser) ??
      answers.get('') ?? { status: 201, retryAfter: undefined };
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushes,
    get maxAtOnce() {
      return most;
    },
    subscribe: (browser) => {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(browser, { curve, auth });
      return {
        endpoint: `${origin}/${encodeURIComponent(browser)}`,
        expirationTime: null,
        keys: { p256dh, auth: auth.toString('base64url') },
      };
    },
    answer: (status, { browser = '', retryAfter } = {}) => void answers.set(browser, { status, retryAfter }),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    delay: (ms) => (delayMs = ms),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One record of `aes128gcm`: salt, record size, sender's key, then the ciphertext. */
function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1) throw new Error('The last record has no mark at its end.');
  return padded.subarray(0, end).toString();
}

/** Verifies `vapid t={token}, k={key}` with the key in it. */
function signatureOf(authorization: string, audience: string): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  if (
    !verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  ) {
    throw new Error('Another party signed this.');
  }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceivedPush['claims'];
  if (
    claims.aud !== audience ||
    claims.exp * 1000 < Date.now() ||
    claims.exp * 1000 > Date.now() + 24 * 3_600_000
  ) {
    throw new Error('The signature is for another audience, or for another time.');
  }
  return { claims, key };
}
