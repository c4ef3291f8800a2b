import type { plateGround } from '../../ui/picture.tsx';

/** A related post as the public widget's JSON has it; names are those of the wire. */
export interface RelatedItem {
  readonly id: number;
  /** Absolute. */
  readonly url: string;
  /** Set on the link to the post; empty: none. */
  readonly rel: string;
  /** Plain text. */
  readonly title: string;
  /** `origin`: the post that is read; `position`: place in the list, from 0. Links carry both when they are clicked. */
  readonly url_meta: { readonly origin: number; readonly position: number };
  /** Put on the item's element. */
  readonly classes: readonly string[];
  /** False for a standard post. */
  readonly format: string | false;
  readonly date: string;
  /** Milliseconds: for what is drawn here. Replies leave it out. */
  readonly publishedAt?: number;
  /** The colour of its section, for the plate in a picture's place: likewise. */
  readonly ground?: ReturnType<typeof plateGround>;
  /** What it has to do with the post that is read. */
  readonly context: string;
  /** HTML; shown as plain text. */
  readonly excerpt: string;
  /** `src` is empty where the post has no picture. */
  readonly img: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    readonly alt_text: string;
    readonly srcset?: string;
    readonly sizes?: string;
  };
}

/** What `?relatedposts=1` answers. */
export interface RelatedList {
  readonly items: readonly RelatedItem[];
  readonly show_thumbnails: boolean;
  readonly show_date: boolean;
  readonly show_context: boolean;
  readonly layout: string;
  /** For our own scripts: the items with their headline as pages show them; of replies only, and not of empty ones. */
  readonly broadsheet?: { readonly html: string };
}

/** What the container tells the behaviour that fills it (`data-config` names it). */
export interface RelatedConfig {
  /** Heading over the posts; empty: none. */
  readonly headline: string;
  /** Element around each title. */
  readonly heading: string;
}
