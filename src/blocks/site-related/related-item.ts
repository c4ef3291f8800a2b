import type { plateGround } from '../../ui/picture.tsx';

export interface RelatedItem {
  readonly id: number;
  /** Absolute. */
  readonly url: string;
  /** `rel` of the link to the post; may be empty. */
  readonly rel: string;
  /** Plain text. */
  readonly title: string;
  /** `origin`: the current post; `position`: index in the list, from 0. Clicked links carry both. */
  readonly url_meta: { readonly origin: number; readonly position: number };
  readonly classes: readonly string[];
  /** False for a standard post. */
  readonly format: string | false;
  readonly date: string;
  /** Milliseconds; for server rendering only, replies omit it. */
  readonly publishedAt?: number;
  /** The section's colour behind the letter in place of a picture; replies omit it, too. */
  readonly ground?: ReturnType<typeof plateGround>;
  readonly context: string;
  /** HTML; shown as plain text. */
  readonly excerpt: string;
  /** `src` is empty if the post has no picture. */
  readonly img: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    readonly alt_text: string;
    readonly srcset?: string;
    readonly sizes?: string;
  };
}

export interface RelatedList {
  readonly items: readonly RelatedItem[];
  readonly show_thumbnails: boolean;
  readonly show_date: boolean;
  readonly show_context: boolean;
  readonly layout: string;
  /** For our own scripts: the rendered items with their headline; only in replies with items. */
  readonly broadsheet?: { readonly html: string };
}

/** Config of the behaviour that fills the container (`data-config` names it). */
export interface RelatedConfig {
  /** Heading over the posts; may be empty. */
  readonly headline: string;
  readonly heading: string;
}
