import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps short secrets that we must be able to read again: who has the database, or a copy of it, and not the site's secret reads none. */
export interface Vault {
  /** URL-safe; what was encrypted for one `purpose` is nothing for another. */
  encrypt(purpose: string, text: string): string;
  /** Undefined for what this site did not encrypt for that purpose. */
  decrypt(purpose: string, encrypted: string): string | undefined;
}

const [algorithm, ivLength, tagLength] = ['aes-256-gcm', 12, 16] as const;

/** AES-256-GCM with a key of its own, which is made from the site's secret. */
export function createVault(secret: Buffer): Vault {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'vault', 32)));
  return {
    encrypt: (purpose, text) => {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt: (purpose, encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < ivLength + tagLength) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(ivLength + tagLength)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        return undefined; // made up, for another purpose, or by a site with another secret
      }
    },
  };
}
