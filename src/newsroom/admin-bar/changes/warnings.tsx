import { isRecord } from '../../../lib/records.ts';
import type { Bar } from '../bar.ts';
import type { Change } from '../bar-part.ts';

/** A reason to confirm the use of a template, in the site's language. */
export interface Warning {
  readonly label: string;
  readonly message: string;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Warnings by template id. */
export function readWarnings(reply: unknown): ReadonlyMap<number, readonly Warning[]> {
  return new Map(
    recordsIn(reply).map(({ template, warnings }) => [
      Number(template),
      recordsIn(warnings).map(({ label, message }) => ({ label: textIn(label), message: textIn(message) })),
    ]),
  );
}

export const warningsPath = (type: string): string =>
  `/broadsheet/v1/template-warnings?type=${encodeURIComponent(type)}`;

/** Warnings about a change. Server errors are logged to the console, and the change proceeds. */
export async function findWarnings({ rest }: Bar, { kind, template }: Change): Promise<readonly Warning[]> {
  if (!template || kind === 'delete') return [];
  const path = `/broadsheet/v1/template-warnings?template=${template.id}`;
  try {
    const reply = await rest(
      kind === 'assign' || kind === 'global' ? path : `${path}&mobile_page=${kind === 'mobile-page'}`,
    );
    return readWarnings(reply).get(template.id) ?? [];
  } catch (error) {
    console.error(`${path}: error`, error);
    return [];
  }
}

export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="bar-warnings">
      {warnings.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** The labels of a template's warnings, with the message as a tooltip. */
export function WarningMark({ warnings = [] }: { readonly warnings?: readonly Warning[] | undefined }) {
  return warnings.map(({ label, message }) => (
    <small key={message} className="bar-mark" title={message}>
      {label}
    </small>
  ));
}

/** Asks for confirmation before visitors get a template that omits something. */
export async function askAboutWarnings({ ask, say }: Bar, title: string, warnings: readonly Warning[]) {
  return ask.confirm({
    title: say('warn_title'),
    text: say('warn_text', title),
    more: <WarningList warnings={warnings} />,
    yes: 'warn_use',
    no: 'modal_cancel',
  });
}
