import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Wrong values that an authenticator sends instead of the right ones. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  readonly unverified?: boolean;
  /** Signed with another key. */
  readonly forged?: boolean;
}

/** An authenticator with one passkey that responds like browsers. */
export interface Authenticator {
  readonly id: string;
  register(options: object, lies?: Lies): string;
  /** The response to a log-in's options. */
  show(options: object, lies?: Lies): string;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

const [present, verified, attested] = [0x01, 0x04, 0x40];
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Encodes integers, bytes, texts and maps in CBOR. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    Buffer.from(
      size < 24
        ? [(major << 5) | size]
        : size < 256
          ? [(major << 5) | 24, size]
          : [(major << 5) | 25, size >> 8, size & 255],
    );
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([name, held]) => [cbor(name), cbor(held as Parameters<typeof cbor>[0])]),
  ]);
}

/** An authenticator for a site; `id`: the key's id, random by default. */
export function makeAuthenticator(siteUrl: string, id = encoded(randomBytes(24))): Authenticator {
  const { origin, hostname } = new URL(siteUrl);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let handle = '';
  const clientData = (type: string, options: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? options.challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (flags: number, lies: Lies, more = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(lies.counter ?? ++counter);
    const rpHash = createHash('sha256')
      .update(lies.rpId ?? hostname)
      .digest();
    return Buffer.concat([
      rpHash,
      Buffer.from([flags | present | (lies.unverified ? 0 : verified)]),
      counted,
      more,
    ]);
  };
  return {
    id,
    register: (given, lies = {}) => {
      const options = given as Options;
      handle = options.user?.id ?? '';
      const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
      const rawId = Buffer.from(id, 'base64url');
      const publicKey = cbor(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const more = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([rawId.length >> 8, rawId.length & 255]),
        rawId,
        publicKey,
      ]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(attested, lies, more)],
        ]),
      );
      const clientDataJSON = encoded(clientData('webauthn.create', options, lies));
      const response = {
        clientDataJSON,
        attestationObject: encoded(attestationObject),
        transports: ['internal'],
      };
      return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
    },
    show: (given, lies = {}) => {
      const client = clientData('webauthn.get', given as Options, lies);
      const data = authData(0, lies);
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        (lies.forged ? other : keys).privateKey,
      );
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: lies.userHandle ?? handle,
      };
      return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
    },
  };
}
