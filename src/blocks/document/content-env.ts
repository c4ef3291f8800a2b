import type { NamedHere, NamedThere } from '../../modules/imports/named-here.ts';
import type { Picture } from '../../modules/posts/model.ts';
import type { viewTexts } from '../../lib/view-texts.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import type { FormerSites } from '../../lib/former-sites.ts';
import type { WorkerPool } from '../../lib/worker-pool.ts';

export interface ContentPicture extends Omit<Picture, 'small'> {
  /** HTML. */
  readonly caption?: string;
  /** URL of the original; without it the largest of `srcset`. */
  readonly fullUrl?: string;
  readonly pageUrl?: string;
}

export interface ContentMedia {
  readonly url: string;
  /** HTML. */
  readonly title: string;
  readonly mimeType: string;
  readonly poster?: Pick<ContentPicture, 'src' | 'width' | 'height'> | undefined;
}

export interface AttachedFiles {
  /** Undefined: the text's own post. */
  readonly postId: number | undefined;
  readonly kind: 'image' | 'audio' | 'video';
  readonly by: 'menu' | 'date' | 'title' | 'id';
  readonly direction: 'asc' | 'desc';
}

/** Strings that become part of rendered texts. */
export const textWords = [
  'text_table',
  'text_gallery',
  'text_footnote_back',
  'previous',
  'next',
  'copy_code',
] as const satisfies readonly (keyof typeof viewTexts)[];
export type TextWords = Readonly<Record<(typeof textWords)[number], string>> & {
  /** Digits of the site's language from 0; absent for Western digits. */
  readonly digits?: string;
};

/** Data sources of the content pipeline. Each is queried at most once per document, for all of its content. */
export interface ContentEnv {
  /** Public URL without a trailing slash. */
  readonly siteUrl: string;
  /** Former sites of the content, whose links are rewritten to this one. */
  readonly former: FormerSites;
  /** A featured image appears above the text, so no picture in the text is the page's first. */
  readonly hasLead?: boolean;
  /** Language of the typographic marks; undefined: no marks. */
  readonly language?: string | undefined;
  /** Whether smilies become emoji. */
  readonly hasEmoji?: boolean | undefined;
  /** The site is right-to-left: other text gets a `dir`. */
  readonly isRightToLeft?: boolean;
  readonly words: TextWords;
  /** Undefined inside of such a worker. */
  readonly textWorkers?: WorkerPool | undefined;
  isRendered(name: string, attributes: Readonly<Record<string, unknown>>): boolean;
  /** Id of the frame for a block's scripts; undefined: its scripts don't run. */
  frameOf?(block: ParsedBlock): string | undefined;
  /** Pictures by attachment id; unknown ones are missing. */
  pictures(ids: readonly number[]): Promise<ReadonlyMap<number, ContentPicture>>;
  /**
   * Pictures by their address in the content without its query (`https://old.example/2008/06/bell.jpg`), also without a
   * size such as `-300x200`. The result has the requested keys.
   */
  picturesByUrl(urls: readonly string[]): Promise<ReadonlyMap<string, ContentPicture>>;
  /** Playable and downloadable files by their address in the content without its query. The result has the requested keys. */
  filesByUrl?(urls: readonly string[]): Promise<ReadonlyMap<string, ContentMedia>>;
  /** Audio and video files by attachment id, for playlists. */
  media?(ids: readonly number[]): Promise<ReadonlyMap<number, ContentMedia>>;
  /**
   * Ids of files attached to a post, for galleries and playlists without ids. `isElsewhere`: the text belongs to
   * another post, so this post must be public.
   */
  attachedTo?(
    files: AttachedFiles & { readonly postId: number },
    isElsewhere: boolean,
  ): Promise<readonly number[]>;
  /** Maps the ids and slugs in a post's lists from the site that it was imported from to local ones. Unknown ones are left out. */
  namedHere?(postId: number, named: NamedThere): Promise<NamedHere>;
  /** The footnotes of a post, as JSON; undefined for a post without footnotes. */
  footnotes?(postId: number): Promise<string | undefined>;
  /** The podcast episode file of a post; undefined if the post has no file or hides the player. */
  episode?(postId: number): Promise<ShownEpisode | undefined>;
  onProblem(message: string): void;
}

export interface ShownEpisode {
  readonly url: string;
  readonly kind: 'audio' | 'video';
}

type Addresses = Pick<ContentPicture, 'src' | 'srcset' | 'fullUrl'>;

function sizesOf({ srcset }: Addresses): { readonly url: string; readonly width: number }[] {
  return srcset
    .split(/,\s+/)
    .flatMap((entry) => {
      const [url, width] = entry.trim().split(/\s+/);
      const pixels = Number.parseInt(width ?? '', 10);
      return url && pixels > 0 ? [{ url, width: pixels }] : [];
    })
    .toSorted((a, b) => a.width - b.width);
}

export function fullSizeUrl(picture: Addresses): string {
  return picture.fullUrl || (sizesOf(picture).at(-1)?.url ?? picture.src);
}

/** Width of most windows at most, in CSS pixels. */
const windowWidth = 1920;

/** URL of a window-sized version, for backgrounds, where browsers can't choose a size. The original may have 30 MB. */
export function windowSizeUrl(picture: Addresses): string {
  const sizes = sizesOf(picture);
  return (sizes.find(({ width }) => width >= windowWidth) ?? sizes.at(-1))?.url ?? fullSizeUrl(picture);
}
