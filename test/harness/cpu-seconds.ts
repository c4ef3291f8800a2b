import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Use {
  readonly file: string;
  readonly seconds: number;
}

/** Linux reports CPU times in hundredths of a second, independent of the kernel's tick rate. */
const ticksPerSecond = 100;

/** Parent and CPU ticks of a process, including its ended children; undefined if it ended. */
function statOf(pid: string): { readonly parent: string; readonly ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A name may contain spaces and brackets, so fields are counted from its end.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: fields[1] ?? '', ticks };
  } catch {
    return undefined;
  }
}

export function cpuSecondsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** CPU seconds of a process and all it started; only of this process on systems without /proc. */
export function cpuSecondsOfTree(root = process.pid): number {
  if (!existsSync('/proc/self/stat')) return root === process.pid ? cpuSecondsOfProcess() : 0;
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({ pid, ...statOf(pid) })),
    ({ parent }) => parent,
  );
  const tree = new Map([[String(root), statOf(String(root))?.ticks ?? 0]]);
  for (const [pid] of tree)
    for (const child of children.get(pid) ?? []) tree.set(child.pid, child.ticks ?? 0);
  return [...tree.values()].reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
}

const listOf = (runFolder: string) => join(runFolder, 'cpu.jsonl');
let noted = 0;

/** Records the CPU time of this worker since its previous file, including servers and browsers that it started. */
export function noteCpu(runFolder: string, file: string): void {
  const total = cpuSecondsOfTree();
  const seconds = Math.max(0, total - noted);
  noted = total;
  appendFileSync(listOf(runFolder), `${JSON.stringify({ file, seconds } satisfies Use)}\n`);
}

export function cpuNoted(runFolder: string): readonly Use[] {
  if (!existsSync(listOf(runFolder))) return [];
  const lines = readFileSync(listOf(runFolder), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Use);
}

/** The kind of a test by its path: the folder below `test/`, else `e2e`, `rest` or `unit` in `src/`, or the top folder. */
export function kindOf(file: string): string {
  const [top = '', below = ''] = file.split('/');
  if (file.includes('.e2e.test.')) return 'e2e';
  if (top === 'test') return below;
  if (top !== 'src') return top;
  return /\/rest[/-]/.test(file) ? 'rest' : 'unit';
}

const rounded = (seconds: number) => seconds.toFixed(seconds < 10 ? 1 : 0);

/** A summary line: CPU seconds by kind of test, most first, then shared ones (Vitest, PostgreSQL). */
export function cpuLine(uses: readonly Use[], shared: number): string {
  const kinds = [...Map.groupBy(uses, ({ file }) => kindOf(file))]
    .map(([kind, of]) => ({ kind, seconds: of.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const parts = [...kinds, { kind: 'shared', seconds: shared }];
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  return `CPU seconds: ${parts.map(({ kind, seconds }) => `${kind} ${rounded(seconds)}`).join(', ')}; ${rounded(total)} in all`;
}
