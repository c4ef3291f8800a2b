import { tagOfFile } from './catalogues.ts';
import type { NewsroomString } from './newsroom/en.ts';
import type { serverLabels } from '../lib/server-labels.ts';

/** Translations by English string; those that are missing stay English. */
export type NewsroomWords = Readonly<Partial<Record<NewsroomString | (typeof serverLabels)[number], string>>>;

/** All languages but English; `src/languages/newsroom/{tag}.ts` exports its own as `words`. */
export const newsroomWords: ReadonlyMap<string, NewsroomWords> = new Map(
  Object.entries(wordFiles()).map(([file, { words }]) => [tagOfFile(file, './newsroom/'), words]),
);

function wordFiles(): Readonly<Record<string, { readonly words: NewsroomWords }>> {
  try {
    return import.meta.glob<{ words: NewsroomWords }>(['./newsroom/*.ts', '!./newsroom/en.ts'], {
      eager: true,
    });
  } catch {
    return {}; // scripts of the project that read sources without the bundler
  }
}
