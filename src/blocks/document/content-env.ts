import type { NamedHere, NamedThere } from '../../modules/imports/named-here.ts';
import type { Picture } from '../../modules/posts/model.ts';
import type { viewTexts } from '../../lib/view-texts.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import type { FormerSites } from '../../lib/former-sites.ts';

/** A picture with the details that galleries may show. */
export interface ContentPicture extends Omit<Picture, 'small'> {
  /** HTML. */
  readonly caption?: string;
  /** Address of the original; without it the largest of `srcset`. */
  readonly fullUrl?: string;
  /** Address of its own page. */
  readonly pageUrl?: string;
}

/** A file of the media library other than a picture. */
export interface ContentMedia {
  readonly url: string;
  /** HTML. */
  readonly title: string;
  readonly mimeType: string;
  /** Preview image of a video. */
  readonly poster?: Pick<ContentPicture, 'src' | 'width' | 'height'> | undefined;
}

/** Files that were uploaded to a post, in an order. */
export interface AttachedFiles {
  /** Undefined: the post that the text belongs to. */
  readonly postId: number | undefined;
  readonly kind: 'image' | 'audio' | 'video';
  readonly by: 'menu' | 'date' | 'title' | 'id';
  readonly direction: 'asc' | 'desc';
}

/** Wordings that are written into texts. */
export const textWords = [
  'text_table',
  'text_gallery',
  'text_footnote_back',
  'previous',
  'next',
  'copy_code',
] as const satisfies readonly (keyof typeof viewTexts)[];
export type TextWords = Readonly<Record<(typeof textWords)[number], string>> & {
  /** From 0 on, as the site's language writes them; absent where they are those of everywhere. */
  readonly digits?: string;
};

/** Data sources of the content pipeline. Each is queried at most once per document, for all of its content. */
export interface ContentEnv {
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** The sites that the content came from: their links become ours. */
  readonly former: FormerSites;
  /** A picture (the featured image) is shown above the text, so no picture in the text is the page's first. */
  readonly hasLead?: boolean;
  /** The language whose typographic marks the text gets; undefined: it stays as it was typed. */
  readonly language?: string | undefined;
  /** Whether smilies become emoji. */
  readonly hasEmoji?: boolean | undefined;
  /** The site is written from right to left: what is not says so. */
  readonly isRightToLeft?: boolean;
  /** As the site has them. */
  readonly words: TextWords;
  /** The text is rendered in a worker. */
  readonly isInWorker?: boolean;
  /** Whether the server renders a block of this name with these attributes. */
  isRendered(name: string, attributes: Readonly<Record<string, unknown>>): boolean;
  /** Names the frame in which the scripts of a block run; undefined: nothing of it runs. */
  frameOf?(block: ParsedBlock): string | undefined;
  /** Pictures by attachment id; unknown ones are left out. */
  pictures(ids: readonly number[]): Promise<ReadonlyMap<number, ContentPicture>>;
  /**
   * Pictures by address as written in the content, without its query: whole (`https://old.example/2008/06/bell.jpg`), and also without `-300x200`. The answer
   * uses the keys it was asked for.
   */
  picturesByUrl(urls: readonly string[]): Promise<ReadonlyMap<string, ContentPicture>>;
  /** Files that are played or downloaded, by address as written in the content, without its query. The answer uses the keys it was asked for. */
  filesByUrl?(urls: readonly string[]): Promise<ReadonlyMap<string, ContentMedia>>;
  /** Audio and video files by attachment id, for playlists. */
  media?(ids: readonly number[]): Promise<ReadonlyMap<number, ContentMedia>>;
  /**
   * Ids of the files that were uploaded to a post: a gallery or playlist without ids shows them. `isElsewhere`: the text belongs to another post, so the post
   * must be public.
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

/** An episode's file, to be played above the text. */
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

/** The address of a picture in its largest size. */
export function fullSizeUrl(picture: Addresses): string {
  return picture.fullUrl || (sizesOf(picture).at(-1)?.url ?? picture.src);
}

/** Widest that most windows are, in CSS pixels. */
const windowWidth = 1920;

/** The address of a picture in the size that fills a window: for backgrounds, of which browsers can choose none. Its original may have 30 MB. */
export function windowSizeUrl(picture: Addresses): string {
  const sizes = sizesOf(picture);
  return (sizes.find(({ width }) => width >= windowWidth) ?? sizes.at(-1))?.url ?? fullSizeUrl(picture);
}
