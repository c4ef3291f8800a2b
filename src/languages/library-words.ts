import { inLanguage, tagOfFile } from './catalogues.ts';

/** Title and description of the bundled library's templates, by name; `src/languages/library/{tag}.ts` exports it as `library`. */
export type LibraryWords = Readonly<Record<string, readonly [title: string, description: string]>>;

/** All languages but English, which the templates contain. */
export const libraryWords: ReadonlyMap<string, LibraryWords> = new Map(
  Object.entries(wordFiles()).map(([file, { library }]) => [tagOfFile(file, './library/'), library]),
);

function wordFiles(): Readonly<Record<string, { readonly library: LibraryWords }>> {
  try {
    return import.meta.glob<{ library: LibraryWords }>('./library/*.ts', { eager: true });
  } catch {
    return {}; // scripts of the project that read sources without the bundler
  }
}

/** Localizes a bundled template's title and description; returns it unchanged if the language is not available. */
export function librarySaid<
  Entry extends { readonly name: string; readonly title: string; readonly description: string },
>(entry: Entry, tag: string): Entry {
  const said = inLanguage(libraryWords, tag)?.[entry.name];
  return said ? { ...entry, title: said[0], description: said[1] } : entry;
}
