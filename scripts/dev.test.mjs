import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../test/harness/postgres-cluster.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const slow = { timeout: 170_000, interval: 100 }; // nearly the whole test timeout: a busy machine builds for a minute

test('npm run dev serves saved changes, however they were saved, and keeps serving when the build fails', {
  timeout: 180_000,
}, async () => {
  const copy = mkdtempSync(join(tmpdir(), 'broadsheet-dev-'));
  for (const name of ['src', 'demo', 'scripts', 'vite.config.ts', 'package.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const port = await freePort();
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(copy, 'data'),
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: 'a password of the tests',
    },
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (output += chunk));
  const frontPage = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (reply) => reply.text(),
      () => 'no server',
    );
  const view = join(copy, 'src/lib/view-texts.ts');
  const words = 'Nothing has been published on this site yet';
  try {
    await expect.poll(frontPage, slow).toContain(words);

    // Saved by replacing the file.
    const good = readFileSync(view, 'utf8');
    writeFileSync(`${view}.new`, `${good}\nexport const broken = ;\n`);
    renameSync(`${view}.new`, view);
    await expect.poll(() => output, slow).toContain('The build failed; waiting for the next change.');
    expect(await frontPage()).toContain(words);

    writeFileSync(view, good.replace(words, 'Mended'));
    await expect.poll(frontPage, slow).toContain('Mended');
  } finally {
    dev.kill('SIGTERM');
    await once(dev, 'close');
    rmSync(copy, { recursive: true, force: true });
  }
  expect(await frontPage()).toBe('no server');
});
