import type { Reader } from '../kernel/db/open-database.ts';
import { harmless } from '../lib/harmless.ts';
import { englishWarning } from '../lib/template-warnings.ts';
import type { TemplateWarning } from '../lib/template-warnings.ts';
import { warningsOfTemplate } from '../site/pages/template-warnings.ts';

/** A warning in English, as one line. */
export const warningLine = (warning: TemplateWarning): string =>
  harmless(`Warning: ${englishWarning(warning)}`);

/** Warnings about a stored template, as lines. */
export async function warningLines(read: Reader, id: number): Promise<string[]> {
  return ((await warningsOfTemplate(read, id)) ?? []).map(warningLine);
}
