import { headCode } from '../islands/page-config.ts';
import { letOthersIn, makeScript } from './scripts/load-script.ts';

/**
 * Inserts the scripts of custom head code, which wait in a template of the head, in their order. Texts of the page may hold such a template too; only the one
 * in the head is the editors’ own.
 */
export function start(): void {
  const template = document.querySelector<HTMLTemplateElement>(headCode);
  if (!template) return;
  letOthersIn();
  for (const waiting of template.content.querySelectorAll('script'))
    document.head.append(makeScript(waiting));
  template.remove(); // its absence says that it ran
}
