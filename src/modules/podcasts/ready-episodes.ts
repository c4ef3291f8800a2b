import type { Reader } from '../../kernel/db/open-database.ts';
import { isRecord } from '../../lib/records.ts';
import { fieldOfKind, findFieldValues } from '../fields/index.ts';
import { episodeType, postTypeNamed } from '../types/index.ts';
import { episodeKinds, secondsIn } from './episodes.ts';
import type { EpisodeKind } from './episodes.ts';

const kinds = {
  audio: 'file',
  audio_length_seconds: 'number',
  season: 'number',
  episode_number: 'number',
  episode_kind: 'choice',
  explicit: 'boolean',
  chapters: 'group',
  transcript: 'rich_text',
  transcript_file: 'file',
} as const;

export interface Chapter {
  /** Seconds. */
  readonly start: number;
  readonly title: string;
  /** As stored: absolute, root-relative, or of another scheme than http; empty if missing. */
  readonly link: string;
}

/** The fields of an episode. Numbers are 0 when missing. */
export interface ReadyEpisode {
  readonly audioId: number;
  /** Seconds. */
  readonly duration: number;
  readonly season: number;
  readonly number: number;
  readonly kind: EpisodeKind | undefined;
  /** Undefined: as the show. */
  readonly isExplicit: boolean | undefined;
  /** In the order of their start. */
  readonly chapters: readonly Chapter[];
  /** HTML; empty when missing. */
  readonly transcript: string;
  readonly transcriptFileId: number;
}

/** Whether the site has episodes with an audio file. Runs no query. */
export const hasReadyEpisodes = (): boolean =>
  postTypeNamed(episodeType).isPublic && fieldOfKind(episodeType, 'audio', 'file') !== undefined;

export async function findReadyEpisodes(
  read: Reader,
  ids: readonly number[],
): Promise<Map<number, ReadyEpisode>> {
  if (ids.length === 0 || !hasReadyEpisodes()) return new Map();
  const found = await findFieldValues(read, episodeType, ids, kinds);
  return new Map(
    [...found].map(([id, values]) => [
      id,
      {
        audioId: positive(values.audio),
        duration: positive(
          typeof values.audio_length_seconds === 'number' ? Math.round(values.audio_length_seconds) : 0,
        ),
        season: positive(values.season),
        number: positive(values.episode_number),
        kind: episodeKinds.find((kind) => kind === values.episode_kind),
        isExplicit: typeof values.explicit === 'boolean' ? values.explicit : undefined,
        chapters: chaptersOf(values.chapters),
        transcript: textOf(values.transcript).trim(),
        transcriptFileId: positive(values.transcript_file),
      },
    ]),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whole numbers that podcast apps can read. */
const positive = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : 0;

/** Rows with a readable start and a title, one per second. */
function chaptersOf(rows: unknown): Chapter[] {
  const byStart = new Map<number, Chapter>();
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isRecord(row)) continue;
    const start = secondsIn(textOf(row['start']).trim());
    const title = textOf(row['title']).trim();
    const link = isRecord(row['link']) ? textOf(row['link']['url']) : '';
    if (start !== undefined && title !== '' && !byStart.has(start))
      byStart.set(start, { start, title, link });
  }
  return [...byStart.values()].toSorted((a, b) => a.start - b.start);
}
