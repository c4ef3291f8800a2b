import { domainToASCII, domainToUnicode } from 'node:url';
import type { FormerSites } from '../../lib/former-sites.ts';
import { portions } from '../../lib/portions.ts';
import { uploadsPath } from './media.ts';

/** What a row must have to be found by an address. */
interface Addressed {
  readonly file: string;
  readonly sourceUrl: string;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal per cent sign
  }
}

/** Path below the uploads folder, or undefined for other addresses. */
function uploadedFile(url: string): string | undefined {
  const at = url.indexOf(uploadsPath);
  return at < 0 ? undefined : decode(url.slice(at + uploadsPath.length).replace(/[?#].*$/s, ''));
}

/** An address without its scheme (`//host/path`) with its host as it is written and in both spellings that a host with other letters has. */
function spellings(bare: string): string[] {
  const [, host = '', port = '', path = ''] = /^\/\/([^/:?#]+)(:\d+)?(.*)$/s.exec(bare) ?? [];
  if (!/[^\p{ASCII}]|xn--/iu.test(host)) return [bare];
  return [...new Set([host, domainToASCII(host), domainToUnicode(host)])]
    .filter((one) => one !== '')
    .map((one) => `//${one}${port}${path}`);
}

/**
 * Rows by address as written in texts: of this site or the exporter's, with or without host and query. The answer has the keys that were asked for.
 * `candidates`: the paths that one may mean, the exact one first; `load` finds rows whose `file` or address at the exporter is one of these, the first of
 * several first. What is on a host of the `known` sites and beside all of them is found by its address at the exporter alone; what came from exactly this
 * address stands before what has its path here.
 */
export async function rowsByUrl<Row extends Addressed>(
  urls: readonly string[],
  candidates: (path: string) => readonly string[],
  load: (column: 'media.file' | 'media.source_url', values: readonly string[]) => Promise<readonly Row[]>,
  known?: FormerSites,
): Promise<Map<string, Row>> {
  // Both schemes: sites moved to https after their texts were written.
  const sourceUrls = (url: string) => {
    const bare = url.replace(/[?#].*$/s, '').replace(/^https?:/i, '');
    return bare.startsWith('//')
      ? candidates(bare)
          .flatMap(spellings)
          .flatMap((found) => [`https:${found}`, `http:${found}`])
      : [];
  };
  const wanted = new Map(
    [...new Set(urls)].map((url) => {
      const file = known?.isBeside(url) ? undefined : uploadedFile(url);
      return [url, { files: file ? candidates(file) : [], sources: sourceUrls(url) }];
    }),
  );
  const byFile = new Map<string, Row>();
  const bySource = new Map<string, Row>();
  const find = async (column: 'media.file' | 'media.source_url', values: readonly string[]) => {
    for (const some of portions(values)) {
      for (const row of await load(column, some)) {
        if (!byFile.has(row.file) && row.file) byFile.set(row.file, row);
        if (!bySource.has(row.sourceUrl) && row.sourceUrl) bySource.set(row.sourceUrl, row);
      }
    }
  };
  await find('media.file', [...new Set([...wanted.values()].flatMap(({ files }) => files))]);
  const rowAt = (files: readonly string[]) => byFile.get(files.find((name) => byFile.has(name)) ?? '');
  // What has the path here may have come from another site: of two that move here, each may have a file of that name.
  const left = [...wanted.values()].filter(
    ({ files, sources }) => !sources.includes(rowAt(files)?.sourceUrl ?? ''),
  );
  await find('media.source_url', [...new Set(left.flatMap(({ sources }) => sources))]);
  const found = new Map<string, Row>();
  for (const [url, { files, sources }] of wanted) {
    const own = rowAt(files);
    const source =
      own && sources.includes(own.sourceUrl) ? undefined : sources.find((name) => bySource.has(name));
    const row = (source === undefined ? undefined : bySource.get(source)) ?? own;
    if (row) found.set(url, row);
  }
  return found;
}
