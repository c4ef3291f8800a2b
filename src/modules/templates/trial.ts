import type { Template } from './template.ts';

/** A template that is tried on without being stored here: one of the library, or one that somebody is still writing. */
export interface DraftTemplate
  extends Pick<Template, 'type' | 'content'>,
    Partial<Pick<Template, 'headerId' | 'footerId'>> {
  /** Block markup of its variant for phones. */
  readonly mobileContent?: string | undefined;
}

/** What somebody who edits templates wants to see on a page, which stays as it is for everybody else. */
export interface Trial {
  /**
   * As addresses name it (`site/pages/trial-for.ts`): an id, `global`, `built-in`, `library:NAME`; a document that is not stored; undefined: what the
   * page has.
   */
  readonly template: string | DraftTemplate | undefined;
  /** In which colours; undefined: as the site or who looks has it. */
  readonly isDark?: boolean | undefined;
}
