import { Secret, TOTP } from 'otpauth';

/** The code shown by an authenticator app at a time in ms. */
export function totpCode(secret: string, now = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
}
