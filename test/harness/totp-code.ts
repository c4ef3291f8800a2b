import { Secret, TOTP } from 'otpauth';

/** The code that an app shows at a moment (milliseconds). */
export function totpCode(secret: string, now = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
}
