import type { Tag } from '../../kernel/db/invalidation.ts';
import type { PostDetails } from './details.ts';

/** Statuses that WordPress knows and we keep. */
export const postStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const;
export type PostStatus = (typeof postStatuses)[number];
/** What a post in the trash was before; empty: it is not there. */
export type TrashedStatus = Exclude<PostStatus, 'trash'> | '';

export const postFormats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;
export type PostFormat = (typeof postFormats)[number];

/** What lists and links need of a post; its text is left in the database. */
export interface PostSummary {
  readonly id: number;
  readonly type: string;
  readonly status: PostStatus;
  readonly trashedStatus: TrashedStatus;
  readonly slug: string;
  readonly title: string;
  /** Excerpt as written, HTML; empty: cut it from the content. */
  readonly excerpt: string;
  readonly authorId: number;
  readonly parentId: number;
  readonly menuOrder: number;
  /** Milliseconds since 1970 in UTC; 0 for a draft without a date. */
  readonly publishedAt: number;
  readonly modifiedAt: number;
  readonly revision: number;
  readonly sticky: boolean;
  readonly format: PostFormat;
  readonly commentStatus: 'open' | 'closed';
  readonly pingStatus: 'open' | 'closed';
  readonly commentCount: number;
  readonly featuredMediaId: number;
  readonly mimeType: string;
  readonly guid: string;
  /** Whether a password is asked for before its text. */
  readonly isProtected: boolean;
}

export interface Post extends PostSummary {
  /** Terms of every taxonomy, in the order they were given. */
  readonly termIds: readonly number[];
  /** Everybody who wrote it, in the order of the byline; the first is `authorId`. */
  readonly authorIds: readonly number[];
  readonly details: PostDetails;
  /** The template that it names by meta: a layout of the theme (`templates/layouts.ts`), or one that an import brought. */
  readonly templateName?: string;
  /** Block markup or classic content, as written. */
  readonly content: string;
  /** How its text begins, with what its synced patterns hold, in plain words: 100 at most, with an ellipsis where there are more. */
  readonly opening: string;
  /** Its text shows what others hold: its opening follows when they change. */
  readonly holdsPatterns?: boolean;
  /** Its meta hold what a page builder or fields show: readers see more than `content` (`shown-texts.ts`). */
  readonly hasData?: boolean;
  /** Tags of the terms, users and templates whose words its text shows (`shown-texts.ts`). */
  readonly dataTags?: readonly Tag[];
  readonly password: string;
  /** Its texts are those of an autosave: nothing that is made of them is kept. */
  readonly isUnsaved?: boolean;
  /** Of an autosave the footnotes of its text, as JSON; undefined: those stored with the post. */
  readonly footnotes?: string | undefined;
}
