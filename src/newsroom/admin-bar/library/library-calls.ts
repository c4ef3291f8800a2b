import { isRecord } from '../../../lib/records.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import type { Bar } from '../bar.ts';
import { RefusedError } from '../calls.ts';

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
  /** URLs of the site's pages for previews, by kind. */
  readonly samples: ReadonlyMap<string, string>;
  /** Error of the external library; empty if it is reachable or not configured. */
  readonly fault: string;
}

/** Parameters of the client route, with the names of the specification. */
export type LibraryParameters = Readonly<Record<string, string>>;

/** An imported template that does not change the current page. */
export interface Imported {
  readonly id: number;
  readonly title: string;
}

const texts = (value: unknown, ...names: readonly string[]) =>
  isRecord(value)
    ? names.map((name) => (typeof value[name] === 'string' ? value[name] : ''))
    : names.map(() => '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

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

/** The assignment target: the route's parameters without those about the dialog. */
export function targetOf({
  wp_type: _type,
  templateType: _kind,
  hide_mobile_selector: _hidden,
  ...target
}: LibraryParameters): LibraryParameters {
  return target;
}

/** Imports a template from the library or a file, and assigns it to the target. Throws with the server's message. */
export async function importTemplate(
  bar: Bar,
  from: { readonly name: string } | { readonly file: unknown },
  target: LibraryParameters,
): Promise<Imported> {
  const path = 'name' in from ? '/broadsheet/v1/template-library' : '/broadsheet/v1/template-files';
  const imported = await bar.rest(path, { method: 'POST', body: { ...from, ...target } });
  return { id: isRecord(imported) ? Number(imported.id) : 0, title: texts(imported, 'title')[0] ?? '' };
}

/** The message for a failed request: the server's own (from `403 {"message":"…"}`), that it is unreachable, or that the session has ended. */
export function faultOf(say: Bar['say'], thrown: unknown): string {
  if (thrown instanceof TypeError) return say('library_away');
  if (thrown instanceof RefusedError && thrown.isSignedOut) return say('bar_signed_out');
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const [, quoted] = /"message":("(?:[^"\\]|\\.)*"?)/.exec(message) ?? [];
  if (quoted === undefined) return message;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return `${quoted.slice(1)}…`;
  }
}

/** Downloads a template as a file, with everything it needs. */
export async function saveAsFile(bar: Bar, id: number): Promise<void> {
  const file = await bar.rest(`/broadsheet/v1/template-files?template=${id}`);
  saveBlob(
    new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }),
    `template-${id}.json`,
  );
}
