import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../src/lib/errors.ts';

/** Whether this user can mount a small tmpfs, as root can. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch (error) {
    console.log(
      `No file system can be mounted here, so the tests of full disks are skipped: ${messageOf(error)}`,
    );
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a file until the disk is full, even while a server writes to it. */
export function fillDisk(file: string): void {
  const filler = openSync(file, 'w');
  try {
    for (const block = Buffer.alloc(4096); ; ) writeSync(filler, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(filler);
  }
}
