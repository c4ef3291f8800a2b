import { z } from 'zod';
import { templateTypes } from '../template.ts';
import type { TemplateType } from '../template.ts';

/** What a template of a library is like, as people look for one. */
export const libraryStyles = {
  classic: 'Classic',
  pictures: 'Pictures',
  words: 'Words',
  quiet: 'Quiet',
  feature: 'Bold',
} as const;
export type LibraryStyle = keyof typeof libraryStyles;

/** What a file of the library says at its top, and an index of another library of each of its templates. */
export const libraryHead = z.strictObject({
  title: z.string().trim().min(1).max(100),
  type: z.enum(templateTypes),
  style: z.enum(Object.keys(libraryStyles) as [LibraryStyle, ...LibraryStyle[]]),
  description: z.string().max(300),
  /** For phones: it becomes the mobile template of another one. */
  isMobile: z.boolean().default(false),
  /** The name of the template for phones that comes with it. */
  mobile: z.string().max(100).optional(),
});

/** A template of a library, without its document. */
export interface LibraryEntry extends z.output<typeof libraryHead> {
  /** Of its file: `single-essay`. */
  readonly name: string;
}

/** One that comes with Broadsheet. */
export interface LibraryTemplate extends LibraryEntry {
  /** Block markup. */
  readonly markup: string;
}

/** Reads one file. Throws for one that does not say what it is. */
export function readLibraryFile(file: string, text: string): LibraryTemplate {
  const [whole, json] = /^<!--\n(\{.*?\n\})\n-->\n/s.exec(text) ?? [];
  if (whole === undefined || json === undefined)
    throw new Error(`${file} does not begin with its data: a JSON object in an HTML comment.`);
  const head = libraryHead.safeParse(JSON.parse(json));
  if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
  return {
    ...head.data,
    name: file.slice(file.lastIndexOf('/') + 1).replace('.html', ''),
    markup: text.slice(whole.length).trimEnd(),
  };
}

let templateByName: ReadonlyMap<string, LibraryTemplate> | undefined;

/** The library that comes with Broadsheet, by name, in the order of types and names. Read when somebody asks first: no reader waits for it. */
export function bundledLibrary(): ReadonlyMap<string, LibraryTemplate> {
  // Not at the top of the module: what describes the API by itself has no build around it, and lists nothing.
  const files = () => import.meta.glob<string>('./*.html', { query: '?raw', import: 'default', eager: true });
  templateByName ??= new Map(
    Object.entries(files())
      .map(([file, text]) => readLibraryFile(file, text))
      .toSorted((a, b) => place(a.type) - place(b.type) || (a.name < b.name ? -1 : 1))
      .map((one) => [one.name, one]),
  );
  return templateByName;
}

const place = (type: TemplateType) => templateTypes.indexOf(type);
