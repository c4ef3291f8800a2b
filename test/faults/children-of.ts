import { readFileSync } from 'node:fs';

/** Ids of the processes that a process started and that run now. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
