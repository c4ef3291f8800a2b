import { episodeType } from '../../../modules/types/names.ts';
import { findMediaFiles } from '../../../modules/media/attached.ts';
import type { PictureFiles } from '../../../modules/media/picture.ts';
import { playerKind } from '../../../modules/podcasts/episodes.ts';
import { findReadyEpisodes, hasReadyEpisodes } from '../../../modules/podcasts/ready-episodes.ts';
import type { Post } from '../../../modules/posts/model.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { feedAddress } from '../../../modules/types/permalinks.ts';
import type { Site } from '../../pages/site.ts';
import type { Enclosure } from './feed.ts';

interface Listed {
  readonly posts: readonly Post[];
  readonly paths: ReadonlyMap<number, string>;
  readonly pictures: ReadonlyMap<number, PictureFiles>;
  readonly note: (tag: Tag, weight: 'secondary') => void;
}

/** Audio of episodes of the ready type, by post, without episodes that have nothing to play. No query without such posts. */
export async function readyEnclosures(
  { content }: Site,
  settings: Settings,
  { posts, paths, pictures, note }: Listed,
): Promise<Map<number, Enclosure[]>> {
  const listed = hasReadyEpisodes() ? posts.filter(({ type }) => type === episodeType) : [];
  if (listed.length === 0) return new Map();
  const episodes = await findReadyEpisodes(
    content.database.read,
    listed.map(({ id }) => id),
  );
  const ids = [...episodes.values()].flatMap(({ audioId, transcriptFileId }) => [audioId, transcriptFileId]);
  const named = ids.filter((id) => id > 0);
  for (const id of named) note(`media:${id}`, 'secondary');
  const files = await findMediaFiles(content, named);
  return new Map(
    listed.flatMap((post) => {
      const episode = episodes.get(post.id);
      const file = files.get(episode?.audioId ?? 0);
      if (!episode || !file || !playerKind(file.mimeType) || !isWebAddress(file.url)) return [];
      const addressOf = (name: 'chapters' | 'transcript') =>
        content.siteUrl +
        feedAddress(settings.permalink_structure, paths.get(post.id) ?? `/?p=${post.id}`, name);
      const transcript = files.get(episode.transcriptFileId);
      const type = transcript && transcriptType(transcript.url);
      const enclosure: Enclosure = {
        url: file.url,
        length: file.bytes,
        type: file.mimeType,
        episode: {
          url: file.url,
          length: file.bytes,
          type: file.mimeType,
          duration: episode.duration,
          isExplicit: episode.isExplicit ?? settings.podcast_explicit,
          subtitle: '',
          summary: '',
          image: largestPlain(pictures.get(post.featuredMediaId)) ?? '',
          season: episode.season,
          number: episode.number,
          kind: episode.kind,
          hasNoPlayer: false,
          chaptersUrl: episode.chapters.length > 0 ? addressOf('chapters') : undefined,
          transcripts: [
            ...(episode.transcript === '' ? [] : [{ url: addressOf('transcript'), type: 'text/html' }]),
            ...(transcript && type && isWebAddress(transcript.url) ? [{ url: transcript.url, type }] : []),
          ],
        },
      };
      return [[post.id, [enclosure]] as const];
    }),
  );
}

export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/** By the file's extension: browsers and systems name SubRip files differently. */
function transcriptType(url: string): string | undefined {
  const ending = /\.(vtt|srt)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  return ending && { vtt: 'text/vtt', srt: 'application/x-subrip' }[ending];
}

/** A picture's largest JPEG or PNG, the only formats that Apple Podcasts accepts. */
export function largestPlain(picture: PictureFiles | undefined): string | undefined {
  if (!picture) return undefined;
  const plain = [picture.original, ...picture.sizes].filter(({ mime }) => /^image\/(?:jpeg|png)$/.test(mime));
  return plain.toSorted((a, b) => b.width - a.width)[0]?.url;
}
