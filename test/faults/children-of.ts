import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** Sends SIGSTOP; resolves once the process has stopped or ended. */
export async function hold(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await vi.waitUntil(() => /\) [TZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), {
    timeout: 20_000,
    interval: 1,
  });
}
