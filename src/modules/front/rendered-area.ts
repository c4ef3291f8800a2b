import type { PostCard } from '../posts/index.ts';
import type { FrontArea } from './model.ts';

/** An area as a render of the front page shows it. */
export interface RenderedArea {
  readonly area: FrontArea;
  readonly title: string;
  /** Path of the category; empty for the lead. */
  readonly link: string;
  /** Posts that the area shows at most. */
  readonly places: number;
  /** With their own titles and featured images. */
  readonly cards: readonly PostCard[];
}
