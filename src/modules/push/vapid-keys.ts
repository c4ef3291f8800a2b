import { createECDH, hkdfSync } from 'node:crypto';

/** The pair of keys by which push services know this site again, base64url. */
export interface VapidKeys {
  /** What browsers subscribe with; no secret. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The site's keys, made of its secret: a site with the same `keys.json` has them, and all processes have the same. */
export function vapidKeys(secret: Buffer): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `web push ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch (error) {
      if (attempt < 10) continue; // beyond the order of the curve: one in four billion is
      throw error;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}
