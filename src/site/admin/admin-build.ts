import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { distFolder } from '../../theme/client-assets.server.ts';

export interface AdminPlaces {
  /** Output folder of scripts/build-admin.mjs: `assets/` and `admin-assets.json`. */
  readonly build: string;
  /** Folder in which scripts/launch/admin.mjs writes its progress (`admin.json`). */
  readonly state: string;
}

export const adminPlaces = (): AdminPlaces => ({
  build: join(distFolder(), '..', 'dist-admin'),
  state: join(distFolder(), '..', '.cache'),
});

/** `bar`: the admin bar's script; absent in builds of earlier versions. */
const assets = z.object({ script: z.string(), styles: z.array(z.string()), bar: z.string().optional() });
export type AdminAssets = z.infer<typeof assets>;

const state = z.object({
  step: z.enum(['installing', 'building', 'failed']),
  reason: z.string().optional(),
  pid: z.number(),
});

/** Progress of a missing build. `stopped`: no process builds it; the next start does. */
export type AdminProgress =
  | { readonly step: 'installing' | 'building' | 'stopped' }
  | { readonly step: 'failed'; readonly reason: string };

function readJson(file: string): unknown {
  try {
    // It is renamed into place, so it is always complete; a build may replace it at any time.
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the newsroom's build on each call, since it may be finished while the server runs. */
export function adminAssets({ build }: AdminPlaces): AdminAssets | undefined {
  const found = readJson(join(build, 'admin-assets.json'));
  return found === undefined ? undefined : assets.parse(found);
}

/** Progress as its builder reported it, or `stopped` if that process no longer runs. */
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
    return false; // no process with that id, or not our user's
  }
}
