import { createContext, useContext } from 'react';
import type { LayoutFacts } from '../bar-config.ts';
import type { Warning } from '../changes/warnings.tsx';
import type { TemplateItem } from './templates.ts';

/** The templates of the page's kind and their actions. Failures change nothing and are logged to the console. */
export interface Panel {
  readonly layout: LayoutFacts;
  readonly templates: readonly TemplateItem[] | undefined;
  /** Warnings by the ids of templates; undefined until they are loaded. */
  readonly warnings?: ReadonlyMap<number, readonly Warning[]> | undefined;
  readonly hasGlobal: boolean;
  /** The template whose phone versions are shown instead of the list. */
  readonly mobileOf: TemplateItem | undefined;
  showMobileOf(template: TemplateItem | undefined): void;
  load(): Promise<void>;
  /** Assigns a template to the page; undefined: the global or built-in one. */
  select(template: TemplateItem | undefined): Promise<void>;
  /** Makes it the global template of the kind, or reverts that. */
  setGlobal(template: TemplateItem, isGlobal: boolean): Promise<void>;
  rename(template: TemplateItem, title: string): Promise<void>;
  duplicate(template: TemplateItem): Promise<void>;
  /** Resolves to true if deleted. */
  remove(template: TemplateItem): Promise<boolean>;
  create(title: string): Promise<void>;
  /** Records the phone version of a template; 0: none. */
  noteMobile(template: TemplateItem, mobileId: number): void;
}

export const PanelScope = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelScope);
  if (!panel) throw new Error('This component is not inside a template panel.');
  return panel;
}
