import { sourceKey } from '../content/imports/ledger.ts';
import { readWxr } from './wxr-reader.ts';
import type { WxrLimits } from './wxr-reader.ts';
import type { WxrSite } from './wxr-events.ts';

/** One file of an import; it is opened once. */
export interface ImportSource {
  /** For messages and the report. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array | string>;
}

/** The files of a run, in the order in which they are to be read. */
export interface OrderedSources {
  readonly sources: readonly ImportSource[];
  /** The newest head of each exporter, by `sourceKey`. */
  readonly heads: ReadonlyMap<string, WxrSite>;
  /** Lets go of what was opened and not read to its end. */
  readonly close: () => Promise<void>;
}

/** Bytes in which the head of an export ends. */
const headBytes = 1024 * 1024;

/**
 * Files by when they were exported, the oldest first: of a thing that several hold, the newest version is what stays. One that does not say comes before all
 * that do; one that is no export after them, where its fault is told.
 */
export async function orderSources(sources: readonly ImportSource[], limits: WxrLimits): Promise<OrderedSources> {
  if (sources.length < 2) return { sources, heads: new Map(), close: async () => {} };
  const glanced: (ImportSource & { readonly site: WxrSite | undefined; readonly close: () => Promise<void> })[] = [];
  for (const source of sources) glanced.push(await glance(source, limits));
  const rank = ({ site }: { readonly site: WxrSite | undefined }) => (site ? site.exportedAt ?? 0 : Infinity);
  // Not by the difference: that of two without a date is no number.
  const sorted = glanced.toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
  return {
    sources: sorted, heads: new Map(sorted.flatMap(({ site }) => (site ? [[sourceKey(site.url), site] as const] : []))),
    close: async () => { for (const { close } of glanced) await close(); },
  };
}

/** Reads the head of a file, which stays to be read from its beginning: a pipe can't be opened twice. */
async function glance({ name, open }: ImportSource, limits: WxrLimits) {
  const pieces = open()[Symbol.asyncIterator]();
  const taken: Promise<IteratorResult<Uint8Array | string, unknown>>[] = [];
  const beginning = async function* () {
    for (let bytes = 0; bytes < headBytes;) {
      const next = pieces.next();
      taken.push(next);
      const result = await next;
      if (result.done) return;
      bytes += result.value.length;
      yield result.value;
    }
  };
  const whole = async function* () {
    for (;;) {
      const result = await (taken.shift() ?? pieces.next());
      if (result.done) return;
      yield result.value;
    }
  };
  let site: WxrSite | undefined;
  try {
    for await (const event of readWxr(beginning(), limits)) {
      if (event.kind !== 'site') continue;
      site = event.site;
      break;
    }
  } catch {
    // Told when its turn comes.
  }
  return { name, site, open: whole, close: async () => { await pieces.return?.(); } };
}
