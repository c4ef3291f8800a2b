import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { distFolder } from '../../theme/client-assets.server.ts';

/** Where the newsroom's build is, and what is said of it while it is made. */
export interface AdminPlaces {
  /** What scripts/build-admin.mjs makes: `assets/` and `admin-assets.json`. */
  readonly build: string;
  /** Where scripts/launch/admin.mjs says how far that is, in `admin.json`. */
  readonly state: string;
}

/** Beside the build of what readers get. */
export const adminPlaces = (): AdminPlaces => ({
  build: join(distFolder(), '..', 'dist-admin'),
  state: join(distFolder(), '..', '.cache'),
});

const assets = z.object({ script: z.string(), styles: z.array(z.string()) });
/** What a page of the newsroom begins with. */
export type AdminAssets = z.infer<typeof assets>;

const state = z.object({
  step: z.enum(['installing', 'building', 'failed']),
  reason: z.string().optional(),
  pid: z.number(),
});

/** How far the newsroom is, while it is not there. `stopped`: nobody makes it; the next start does. */
export type AdminProgress =
  | { readonly step: 'installing' | 'building' | 'stopped' }
  | { readonly step: 'failed'; readonly reason: string };

function readJson(file: string): unknown {
  // It is put in its place whole (scripts/launch/admin.mjs).
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The newsroom's build, read at each call: it comes while the server runs. */
export function adminAssets({ build }: AdminPlaces): AdminAssets | undefined {
  const found = readJson(join(build, 'admin-assets.json'));
  return found === undefined ? undefined : assets.parse(found);
}

/** How far it is, by what the process that makes it says of itself. */
export function adminProgress(places: AdminPlaces): AdminProgress {
  const found = state.safeParse(readJson(join(places.state, 'admin.json')));
  if (!found.success) return { step: 'stopped' };
  const { step, reason = '', pid } = found.data;
  if (step === 'failed') return { step, reason };
  return { step: isAlive(pid) ? step : 'stopped' };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // nobody of that number, or not ours
  }
}
