import { z } from 'zod';
import { readerText } from '../../settings/definitions/translations.ts';
import type { Settings } from '../../settings/settings.ts';
import { fillIn } from '../../../lib/fill-in.ts';
import { warningLabel, warningText } from '../../../lib/template-warnings.ts';
import type { TemplateWarning } from '../../../lib/template-warnings.ts';

/** A warning as replies have it. */
export const toldWarning = z.object({
  what: z.enum(['blank', 'no_content', 'no_list']),
  device: z.enum(['all', 'desktop', 'tablet', 'phone']),
  /** The template whose document it is about; 0: one that is not stored. */
  template: z.int(),
  /** Of that template. */
  title: z.string(),
  /** Kind of page. */
  type: z.string(),
  /** In the language of the site, short and whole. */
  label: z.string(),
  message: z.string(),
});

/** Warnings in the language of the site. */
export function tellWarnings(
  settings: Settings,
  warnings: readonly TemplateWarning[],
): z.output<typeof toldWarning>[] {
  const say: Parameters<typeof warningText>[0] = (name, ...values) =>
    fillIn(readerText(settings, name), ...values);
  return warnings.map((warning) => {
    const { what, device, templateId, title, type } = warning;
    const told = { label: warningLabel(say, warning), message: warningText(say, warning) };
    return { what, device, template: templateId, title, type, ...told };
  });
}
