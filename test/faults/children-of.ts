import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

/** Ids of the processes that a process started and that run now. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** Holds a process by SIGSTOP; resolves once it stands still, or has ended. */
export async function hold(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await vi.waitUntil(() => /\) [TZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), {
    timeout: 20_000,
    interval: 1,
  });
}
