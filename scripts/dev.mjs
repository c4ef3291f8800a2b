// `npm run dev`: builds as for production (about a second), serves, and does both again when a file in src/ or demo/ changes. What
// runs is what is delivered: the same chunks, the same content security policy. A build that fails leaves the old server running.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const settleMs = 150;

let server;
let stopping = false;

function node(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

const ended = (child) => new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(child.exitCode)));

async function stopServer() {
  if (!server) return;
  const running = server;
  server = undefined;
  running.kill('SIGTERM');
  await ended(running);
}

async function rebuild() {
  const code = await ended(node([join(root, 'scripts', 'build.mjs')]));
  if (stopping) return;
  if (code !== 0) {
    console.error('The build failed; waiting for the next change.');
    return;
  }
  await stopServer();
  server = node(['--enable-source-maps', join(root, 'dist', 'server', 'main.js')]);
}

// One after the other, and once for all changes of a moment.
let work = rebuild();
let timer;
for (const folder of ['src', 'demo'].map((name) => join(root, name)).filter((path) => existsSync(path))) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, settleMs);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    stopping = true;
    await stopServer();
    process.exit(0);
  });
}
