import { isRecord } from '../../lib/records.ts';
import type { Bar } from '../bar.ts';
import { RefusedError } from '../calls.ts';

/** A template of the library, as REST shows it. */
export interface LibraryItem {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly style: string;
  readonly description: string;
  readonly isMobile: boolean;
}

export interface Library {
  readonly items: readonly LibraryItem[];
  /** Addresses of pages of the site that templates are shown on, by kind. */
  readonly samples: ReadonlyMap<string, string>;
  /** Why the other library can't be had; empty: it can, or there is none. */
  readonly fault: string;
}

/** Params of the client route, by the names that the specification has. */
export type LibraryParameters = Readonly<Record<string, string>>;

/** What was made, for whom nothing is loaded anew. */
export interface Imported {
  readonly id: number;
  readonly title: string;
}

const texts = (value: unknown, ...names: readonly string[]) =>
  isRecord(value)
    ? names.map((name) => (typeof value[name] === 'string' ? value[name] : ''))
    : names.map(() => '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All templates of the library. Throws where that can't be read. */
export async function readLibrary(bar: Bar): Promise<Library> {
  const reply = await bar.rest('/broadsheet/v1/template-library');
  const { templates, samples, outside } = isRecord(reply) ? reply : {};
  return {
    items: list(templates).map((one) => {
      const [name = '', title = '', type = '', style = '', description = ''] = texts(
        one,
        'name',
        'title',
        'type',
        'style',
        'description',
      );
      return { name, title, type, style, description, isMobile: isRecord(one) && one.is_mobile === true };
    }),
    samples: new Map(
      Object.entries(isRecord(samples) ? samples : {}).map(([type, address]) => [type, String(address)]),
    ),
    fault: texts(outside, 'error')[0] ?? '',
  };
}

/** What the server is told that a template is for: the route's params without those that are about the window alone. */
export function targetOf({
  wp_type: _type,
  templateType: _kind,
  hide_mobile_selector: _hidden,
  ...target
}: LibraryParameters): LibraryParameters {
  return target;
}

/** Imports a template of the library, or of a file, for what the parameters say. Throws in the server's words. */
export async function importTemplate(
  bar: Bar,
  from: { readonly name: string } | { readonly file: unknown },
  target: LibraryParameters,
): Promise<Imported> {
  const path = 'name' in from ? '/broadsheet/v1/template-library' : '/broadsheet/v1/template-files';
  const made = await bar.rest(path, { method: 'POST', body: { ...from, ...target } });
  return { id: isRecord(made) ? Number(made.id) : 0, title: texts(made, 'title')[0] ?? '' };
}

/** What somebody is told of a request that failed: the server's own words, out of `403 {"message":"…"}`, that it did not answer, or that they log in. */
export function faultOf(say: Bar['say'], thrown: unknown): string {
  if (thrown instanceof TypeError) return say('library_away');
  if (thrown instanceof RefusedError && thrown.isSignedOut) return say('bar_signed_out');
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const [, quoted] = /"message":("(?:[^"\\]|\\.)*"?)/.exec(said) ?? [];
  if (quoted === undefined) return said;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return `${quoted.slice(1)}…`; // cut off
  }
}

/** Gives the template of a page to somebody as a file, with all that it needs. */
export async function saveAsFile(bar: Bar, id: number): Promise<void> {
  const file = await bar.rest(`/broadsheet/v1/template-files?template=${id}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }),
  );
  link.download = `template-${id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
