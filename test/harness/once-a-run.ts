import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { messageOf } from '../../src/lib/errors.ts';

const patienceMs = 110_000; // less than the timeout of a hook
const pollMs = 50;

/**
 * A folder filled by `make` once per run: the first caller runs it, the others wait. Its content is to be copied, not
 * changed. If `make` throws, all callers throw.
 */
export async function onceARun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(inject('runFolder'), name);
  const [folder, done, failed] = ['content', 'done', 'failed'].map((part) => join(place, part)) as [
    string,
    string,
    string,
  ];
  // Only one process succeeds in creating a folder.
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
