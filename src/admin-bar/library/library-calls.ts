import { isRecord } from '../../lib/is-record.ts';
import type { Bar } from '../bar.ts';

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
  readonly styles: readonly { readonly name: string; readonly label: string }[];
  /** Why the other library can't be had; empty: it can, or there is none. */
  readonly fault: string;
}

/** Params of the client route, by the names that the specification has. */
export type LibraryParameters = Readonly<Record<string, string>>;

const texts = (value: unknown, ...names: readonly string[]) => (
  isRecord(value) ? names.map((name) => (typeof value[name] === 'string' ? value[name] : '')) : names.map(() => '')
);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All templates of the library. Throws where that can't be read. */
export async function readLibrary(bar: Bar): Promise<Library> {
  const reply = await bar.rest('/broadsheet/v1/template-library');
  const { templates, styles, outside } = isRecord(reply) ? reply : {};
  return {
    items: list(templates).map((one) => {
      const [name = '', title = '', type = '', style = '', description = ''] = texts(one, 'name', 'title', 'type', 'style', 'description');
      return { name, title, type, style, description, isMobile: isRecord(one) && one.is_mobile === true };
    }),
    styles: list(styles).map((one) => {
      const [name = '', label = ''] = texts(one, 'name', 'label');
      return { name, label };
    }),
    fault: texts(outside, 'error')[0] ?? '',
  };
}

/** What the server is told of what a template is for: a mobile page is named by the page, and no template by that number. */
export function targetOf({ wp_type: _type, templateType, hide_mobile_selector: _hidden, ...target }: LibraryParameters, pageId: number): LibraryParameters {
  const { assign_mobile_to_template: mobileOf, ...others } = target;
  if (mobileOf !== undefined && templateType === 'page' && Number(mobileOf) === pageId) return { ...others, assign_mobile_to_page: mobileOf };
  return target;
}

/** Imports a template of the library, or of a file, for what the parameters say. Throws in the server's words. */
export async function importTemplate(bar: Bar, from: { readonly name: string } | { readonly file: unknown }, target: LibraryParameters): Promise<void> {
  await bar.rest('name' in from ? '/broadsheet/v1/template-library' : '/broadsheet/v1/template-files', { method: 'POST', body: { ...from, ...target } });
}

/** What the server said of a request that failed, out of `403 {"message":"…"}`. */
export function faultOf(thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  try {
    return texts(JSON.parse(said.slice(said.indexOf('{'))), 'message')[0] || said;
  } catch {
    return /"message":"((?:[^"\\]|\\.)*)"/.exec(said)?.[1] ?? said; // cut off
  }
}

/** Gives the template of a page to somebody as a file. */
export async function saveAsFile(bar: Bar, id: number): Promise<void> {
  const file = await bar.rest(`/broadsheet/v1/templates/${id}/file`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }));
  link.download = `template-${id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
