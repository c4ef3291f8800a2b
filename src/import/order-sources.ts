import { sourceKey } from '../modules/imports/ledger.ts';
import { readWxr } from './wxr-reader.ts';
import type { WxrLimits } from './wxr-reader.ts';
import type { WxrSite } from './wxr-events.ts';

/** One file of an import; it is opened once. */
export interface ImportSource {
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array | string>;
}

export interface OrderedSources {
  readonly sources: readonly ImportSource[];
  readonly heads: ReadonlyMap<string, WxrSite>;
  /** Closes files that were not read to their end. */
  readonly close: () => Promise<void>;
}

const headBytes = 1024 * 1024;

/**
 * Sorts the files of each exporter by export date, oldest first, so that the newest version of an item wins. Undated
 * files come before dated ones; exporters, and files that are no exports, stay in the given order.
 */
export async function orderSources(
  sources: readonly ImportSource[],
  limits: WxrLimits,
): Promise<OrderedSources> {
  if (sources.length < 2) return { sources, heads: new Map(), close: async () => {} };
  const glanced: (ImportSource & {
    readonly site: WxrSite | undefined;
    readonly close: () => Promise<void>;
  })[] = [];
  for (const source of sources) glanced.push(await glance(source, limits));
  const exporterOf = ({ site }: { readonly site: WxrSite | undefined }) => site && sourceKey(site.url);
  const waiting = new Map(
    [...Map.groupBy(glanced, exporterOf)].map(([exporter, files]) => [
      exporter,
      files.toSorted((a, b) => (a.site?.exportedAt ?? 0) - (b.site?.exportedAt ?? 0)),
    ]),
  );
  const sorted = glanced.flatMap((file) => waiting.get(exporterOf(file))?.shift() ?? []);
  return {
    sources: sorted,
    heads: new Map(sorted.flatMap(({ site }) => (site ? [[sourceKey(site.url), site] as const] : []))),
    close: async () => {
      for (const { close } of glanced) await close();
    },
  };
}

/** Reads a file's header and replays it to the later reader: a pipe can't be opened twice. */
async function glance({ name, open }: ImportSource, limits: WxrLimits) {
  const pieces = open()[Symbol.asyncIterator]();
  const taken: Promise<IteratorResult<Uint8Array | string, unknown>>[] = [];
  const beginning = async function* () {
    for (let bytes = 0; bytes < headBytes; ) {
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
    // An unreadable file is reported when it is imported.
  }
  return {
    name,
    site,
    open: whole,
    close: async () => {
      await pieces.return?.();
    },
  };
}
