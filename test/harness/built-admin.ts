import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminPlaces } from '../../src/site/admin/admin-build.ts';

/** A fake newsroom build of two small files in a test's folder, for tests that don't depend on its content. */
export function builtAdmin(folder: string): AdminPlaces {
  const build = join(folder, 'dist-admin');
  mkdirSync(join(build, 'assets'), { recursive: true });
  writeFileSync(join(build, 'assets/admin-a1.js'), 'export const plain = 1;\n');
  writeFileSync(join(build, 'assets/admin-a1.js.br'), 'as brotli');
  writeFileSync(join(build, 'assets/admin-bar-a1.js'), 'export const start = () => {};\n');
  writeFileSync(join(build, 'assets/admin-a1.css'), 'a{}\n');
  writeFileSync(
    join(build, 'admin-assets.json'),
    JSON.stringify({
      script: '/wp-admin/assets/admin-a1.js',
      styles: ['/wp-admin/assets/admin-a1.css'],
      bar: '/wp-admin/assets/admin-bar-a1.js',
    }),
  );
  return { build, state: join(folder, 'state') };
}
