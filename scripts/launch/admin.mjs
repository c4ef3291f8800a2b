// What people write with has packages and a lock of its own (decision 051): they are brought beside other work, or behind serving, never before it.
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './lock.mjs';
import { npmCi } from './npm.mjs';
import { say, seconds } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';

/** What they are for, with their list and lock. */
export const adminFolder = 'src/admin';
const lists = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Whether the packages of src/admin are what its lock file says; `install()` makes it so, with any Node: none of them is a binary. They lie in `.admin/`, where
 * nobody who searches `src` comes by them, and src/admin has a link to them, where programs look.
 */
export function inspectAdminPackages(root) {
  const home = join(root, '.admin');
  const link = join(root, adminFolder, 'node_modules');
  const stampPath = join(home, 'stamp.json');
  const { fresh, stamp } = compareWithStamp(root, stampPath, listFiles(root, lists.map((name) => `${adminFolder}/${name}`)));
  const install = async () => {
    removeStamp(stampPath);
    mkdirSync(home, { recursive: true });
    for (const name of lists) copyFileSync(join(root, adminFolder, name), join(home, name));
    await npmCi(process.execPath, home);
    rmSync(link, { recursive: true, force: true });
    symlinkSync(process.platform === 'win32' ? join(home, 'node_modules') : '../../.admin/node_modules', link, 'junction');
    writeStamp(stampPath, stamp);
  };
  return { fresh: fresh && existsSync(link), install };
}

/** Brings the packages of src/admin, one launcher at a time; where they are there it takes no lock and starts no process. */
export async function bringAdminPackages(root) {
  if (inspectAdminPackages(root).fresh) return;
  const release = await takeLock(join(root, '.cache', 'admin.lock'));
  try {
    const packages = inspectAdminPackages(root); // another launcher may have brought them meanwhile
    if (packages.fresh) return;
    const began = Date.now();
    say(`Installing the packages of ${adminFolder} (npm ci) …`);
    await packages.install();
    say(`  the packages of ${adminFolder} are there, in ${seconds(Date.now() - began)}`);
  } finally {
    release();
  }
}
