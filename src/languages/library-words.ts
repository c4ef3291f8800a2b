import { inLanguage, tagOfFile } from './catalogues.ts';

/** Title and description of each template of the bundled library, by its name: a file `src/languages/library/{tag}.ts` exports it as `library`. */
export type LibraryWords = Readonly<Record<string, readonly [title: string, description: string]>>;

/** The words of every language but English, which the templates say themselves. */
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

/** A template of the bundled library with its title and description in this language; as it is where nothing here speaks it. */
export function librarySaid<
  Entry extends { readonly name: string; readonly title: string; readonly description: string },
>(entry: Entry, tag: string): Entry {
  const said = inLanguage(libraryWords, tag)?.[entry.name];
  return said ? { ...entry, title: said[0], description: said[1] } : entry;
}
