/** Codes of six digits that an app makes from a shared secret and the time (RFC 6238), as every such app knows them: SHA-1, half a minute each. */

const periodMs = 30_000;
/** Steps that a clock may be wrong, either way. */
const window = 1;

// Loaded with the first code that somebody sends.
const library = () => import('otpauth');

/** A secret of 160 bits, in base32 as apps take it. */
export async function makeTotpSecret(): Promise<string> {
  const { Secret } = await library();
  return new Secret({ size: 20 }).base32;
}

/** The address by which an app takes a secret: `otpauth://totp/…`. `issuer` and `label` are what it shows. */
export async function totpAddress({
  issuer,
  label,
  secret,
}: {
  readonly issuer: string;
  readonly label: string;
  readonly secret: string;
}): Promise<string> {
  const { TOTP } = await library();
  return new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret,
  }).toString();
}

/** The step of time that a code belongs to, where it is one of about this moment; undefined for any other. */
export async function totpStep(secret: string, code: string, now = Date.now()): Promise<number | undefined> {
  if (!/^[0-9]{6}$/.test(code)) return undefined; // digits of other scripts are more bytes than the library compares
  const { TOTP, Secret } = await library();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}
