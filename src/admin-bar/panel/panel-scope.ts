import { createContext, useContext } from 'react';
import type { LayoutFacts } from '../bar-config.ts';
import type { Warning } from '../changes/warnings.tsx';
import type { TemplateItem } from './templates.ts';

/** The templates of the page's kind, and what may be done with them. What fails changes nothing here: the console is told. */
export interface Panel {
  readonly layout: LayoutFacts;
  /** Undefined until they have come. */
  readonly templates: readonly TemplateItem[] | undefined;
  /** Warnings by the ids of templates; undefined until they are loaded. */
  readonly warnings?: ReadonlyMap<number, readonly Warning[]> | undefined;
  /** Whether templates of this kind can be global. */
  readonly hasGlobal: boolean;
  /** The list for phones that is shown in the place of the templates: of one of them. */
  readonly mobileOf: TemplateItem | undefined;
  showMobileOf(template: TemplateItem | undefined): void;
  /** Asks for the list anew. */
  load(): Promise<void>;
  /** Lays the page out by a template; undefined: by what is global, or comes with the theme. */
  select(template: TemplateItem | undefined): Promise<void>;
  /** Makes it that of all pages of the kind, or takes that back. */
  setGlobal(template: TemplateItem, isGlobal: boolean): Promise<void>;
  rename(template: TemplateItem, title: string): Promise<void>;
  duplicate(template: TemplateItem): Promise<void>;
  /** True: it is gone. */
  remove(template: TemplateItem): Promise<boolean>;
  /** Makes an empty one of this name, and opens it where it is edited. */
  create(title: string): Promise<void>;
  /** Notes which template phones get in the place of one; 0: none. */
  noteMobile(template: TemplateItem, mobileId: number): void;
}

export const PanelScope = createContext<Panel | undefined>(undefined);

/** The panel around a part. */
export function usePanel(): Panel {
  const panel = useContext(PanelScope);
  if (!panel) throw new Error('This is no part of a template panel.');
  return panel;
}
