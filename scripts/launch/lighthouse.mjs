import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmCiFrom } from './npm.mjs';
import { step } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';

const sources = ['scripts/lighthouse/package.json', 'scripts/lighthouse/package-lock.json'];

/**
 * Returns Lighthouse: `(url, flags) => Promise<{ lhr } | undefined>`. Only one benchmark needs its many packages, so
 * they are installed into `.cache/lighthouse` on demand. Throws `LaunchError` on failure.
 */
export async function installLighthouse(root) {
  const home = join(root, '.cache', 'lighthouse');
  const stampPath = join(home, 'stamp.json');
  const { fresh, stamp } = compareWithStamp(root, stampPath, listFiles(root, sources));
  if (!fresh) {
    await step('Installing Lighthouse in .cache/lighthouse/ (npm ci, once)', async () => {
      removeStamp(stampPath);
      await npmCiFrom(
        sources.map((source) => join(root, source)),
        home,
      );
      writeStamp(stampPath, stamp);
    });
  }
  const { default: lighthouse } = await import(
    pathToFileURL(createRequire(stampPath).resolve('lighthouse')).href
  );
  return lighthouse;
}
