import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

// Without the timer V8 reports "high alloc" every eight seconds forever.
test('V8 notices that a thread is idle after a burst', async () => {
  const program = `
    import { keepMemoryReducerAwake } from ${JSON.stringify(new URL('node-tuning.ts', import.meta.url).href)};
    keepMemoryReducerAwake();
    let storm = [];
    for (let n = 0; n < 400; n++) storm.push(Array.from({ length: 20_000 }, (_, i) => ({ i })));
    storm = undefined;
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--trace-memory-reducer', '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  let seen = '';
  for await (const line of createInterface({ input: child.stdout })) {
    seen += `${line}\n`;
    if (line.includes('started GC') || seen.split('high alloc').length > 6) break;
  }
  child.kill('SIGKILL');
  await ended;
  expect(seen).toContain('started GC');
});
