// `npm run dev`: builds as for production (about a second), serves, and does both again when a file in src/ or demo/ changes. What
// runs is what is delivered: the same chunks, the same content security policy. A build that fails leaves the old server running.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectAdminBuild, inspectAdminPackages } from './launch/admin.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const settleMs = 150;
/** What people write with, if its packages are there: built behind the server, which finds it once it is. */
const buildsAdmin = () => inspectAdminPackages(root).fresh && !inspectAdminBuild(root).fresh;

let server;
let stopping = false;

function node(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

const ended = (child) =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', resolve)
      : resolve(child.exitCode),
  );

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
  server = node([join(root, 'dist', 'server', 'main.js')]);
  if (buildsAdmin()) await ended(node([join(root, 'scripts', 'launch', 'make-admin.mjs')]));
}

// One after the other, and once for all changes of a moment.
let work = rebuild();
let timer;
const watched = new Set();

/** Watches a folder and those in it, one by one: on Linux a recursive watch loses a file once an editor has replaced it by another. */
function watchFolder(folder) {
  if (watched.has(folder)) return;
  watched.add(folder);
  const watcher = watch(folder, (_event, file) => {
    if (!existsSync(folder)) {
      watched.delete(folder);
      watcher.close();
    } else watchFoldersIn(folder); // one may be new
    if (file && /\.test\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, settleMs);
  });
  watcher.on('error', () => watched.delete(folder)); // it was taken away; the folder above has told so
  watchFoldersIn(folder);
}

function watchFoldersIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') watchFolder(join(folder, entry.name));
  }
}

for (const folder of ['src', 'demo'].map((name) => join(root, name)).filter((path) => existsSync(path)))
  watchFolder(folder);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    stopping = true;
    await stopServer();
    process.exit(0);
  });
}
