import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FontPairName } from '../lib/look/looks.ts';
import { once } from '../lib/once.ts';
import { monoCss, pairCss, preloadOfPair, textOfPair } from './font-pairs.ts';
import type { OtherUrls } from './font-pairs.ts';
import { fontCss, fontRules, preloadFont, titleFont } from './fonts.ts';
import type { FontPreload, FontRules, FontUrls, LateStyles } from './fonts.ts';

/** Format of dist/client-assets.json, which scripts/build.mjs writes. */
export interface ClientManifest {
  readonly modules: Readonly<
    Record<string, { readonly url: string; readonly kind: 'behaviour' | 'island' | 'runtime' }>
  >;
  readonly fonts: FontUrls & OtherUrls;
  readonly lateStyles: Readonly<Record<LateStyles, string>>;
  readonly textRowStyles: string;
}

export interface PairAssets {
  readonly rules: FontRules;
  readonly preload: string;
  readonly title: FontPreload | undefined;
}

export interface ClientAssets {
  /** For the head, directly after the page's config. */
  readonly loaderScript: string;
  /** Its source for `script-src`: `'sha256-…'`, with the quotes. */
  readonly loaderHash: string;
  /** For the head, before any style: sets the dark scheme before the first paint. */
  readonly headScript: string;
  readonly headHash: string;
  /** The push service worker without its config (`PushWorkerConfig`). */
  readonly pushWorker: string;
  /** Public URL of a behaviour, an island, or `react`; undefined if the build lacks it. */
  moduleUrl(name: string): string | undefined;
  /** The table `modules` of the page's config for these names, with `react` if one of them is an island. */
  pageModules(names: Iterable<string>): Record<string, string>;
  readonly fontCss: string;
  /**
   * Rules of a pair and, if requested, of the monospaced font. Preloads: the font of every page, and one for articles
   * if it differs. All empty without a build.
   */
  fontsOf(pair: FontPairName, withMono?: boolean): PairAssets;
  /** Undefined without a build. */
  readonly lateStyles: Readonly<Record<LateStyles, string>> | undefined;
  /** URL of `text-row.css`, for pages with a text next to a sidebar; undefined without a build. */
  readonly textRowStyles: string | undefined;
}

const noRules: FontRules = { first: '', rare: '', italics: '' };

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** Reads a finished browser build; everything is empty without one, as in tests of single parts. */
export function readClientAssets(dist: string): ClientAssets {
  const manifestFile = join(dist, 'client-assets.json');
  const built = existsSync(manifestFile);
  const manifest = built ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as ClientManifest) : undefined;
  const script = (name: string) => (built ? readFileSync(join(dist, name), 'utf8') : '');
  const loaderScript = script('client-loader.js');
  const headScript = script('client-head.js');
  const modules = new Map(Object.entries(manifest?.modules ?? {}));
  return {
    loaderScript,
    loaderHash: hashSource(loaderScript),
    headScript,
    headHash: hashSource(headScript),
    pushWorker: script('client-push-worker.js'),
    moduleUrl: (name) => modules.get(name)?.url,
    pageModules: (names) => {
      const table: Record<string, string> = {};
      for (const name of names) {
        const module = modules.get(name);
        if (!module) continue;
        table[name] = module.url;
        const react = module.kind === 'island' ? modules.get('react') : undefined;
        if (react) table.react = react.url;
      }
      return table;
    },
    fontsOf: (pair, withMono = false) => {
      if (!manifest) return { rules: noRules, preload: '', title: undefined };
      const { fonts } = manifest;
      const isUsual = pair === 'broadsheet';
      const rules = isUsual ? fontRules(fonts) : { ...noRules, first: pairCss(pair, fonts) };
      return {
        rules: withMono ? { ...rules, first: rules.first + monoCss(fonts) } : rules,
        preload: isUsual ? preloadFont(fonts) : preloadOfPair(pair, fonts),
        title: isUsual ? titleFont(fonts) : textOfPair(pair, fonts),
      };
    },
    fontCss: manifest ? fontCss(manifest.fonts) : '',
    lateStyles: manifest?.lateStyles,
    textRowStyles: manifest?.textRowStyles,
  };
}

/** The dist/ that contains this code when bundled as dist/server/main.js, else the one next to src/ (tests, development). */
export function distFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const around = dirname(here);
  return existsSync(join(around, 'client-assets.json')) ? around : join(here, '..', '..', 'dist');
}

/** The browser build that belongs to this server; read at the first call. */
export const clientAssets = once(() => readClientAssets(distFolder()));

export function clientFolder(): string {
  return join(distFolder(), 'client');
}

/** Identifies this build: changes whenever the browser files change. `dev` without a build. */
export const buildVersion = once(() => {
  const file = join(distFolder(), 'client-assets.json');
  return existsSync(file)
    ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 10)
    : 'dev';
});
