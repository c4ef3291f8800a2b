import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { messageOf } from '../../src/lib/errors.ts';

const patienceMs = 110_000; // less than a hook may take
const pollMs = 50;

/**
 * The folder that `make` filled, once for all files of the run: the first that asks makes it, the others wait. What is in it is to be copied, not changed.
 * Throws in all of them when `make` did.
 */
export async function onceARun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(inject('runFolder'), name);
  const [folder, done, failed] = ['content', 'done', 'failed'].map((part) => join(place, part)) as [
    string,
    string,
    string,
  ];
  // A folder is made by one process only, whatever number of them try.
  if (mkdirSync(place, { recursive: true }) !== undefined) {
    try {
      await make(folder);
      writeFileSync(done, '');
    } catch (error) {
      writeFileSync(failed, messageOf(error));
      throw error;
    }
  }
  await vi.waitUntil(() => existsSync(done) || existsSync(failed), { timeout: patienceMs, interval: pollMs });
  if (existsSync(failed))
    throw new Error(`Making ${name} for all tests failed; the file that tried says why.`);
  return folder;
}
