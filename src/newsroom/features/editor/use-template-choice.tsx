import { Button } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { OverAll } from '../../app/over-all.tsx';
import type { TemplateWarnings } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import { englishWarning } from '../../../lib/template-warnings.ts';

interface Asked {
  readonly template: string;
  readonly messages: readonly string[];
}

/** Warnings about the template of that name; layouts of the theme have none. */
async function messagesOf(template: string): Promise<readonly string[]> {
  const [, id] = /^template-(\d+)$/.exec(template) ?? [];
  if (id === undefined) return [];
  try {
    const { body } = await rest<TemplateWarnings>(`/broadsheet/v1/template-warnings?template=${id}`);
    return body
      .flatMap(({ warnings }) => warnings)
      .map(({ template: templateId, ...warning }) => englishWarning({ ...warning, templateId }));
  } catch {
    // Saving reports the error.
    return [];
  }
}

/** Chooses a template for a post; asks first where readers would miss something. `dialog`: the open question. */
export function useTemplateChoice(choose: (template: string) => void): {
  readonly request: (template: string) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const newest = useRef('');
  const request = async (template: string) => {
    newest.current = template;
    const messages = await messagesOf(template);
    if (newest.current !== template) return;
    if (messages.length === 0) choose(template);
    else setAsked({ template, messages });
  };
  const dialog = asked && (
    <OverAll title="Check this template first" className="ask" onCancel={() => setAsked(undefined)}>
      <p>Readers see it once the post is published or updated.</p>
      <ul>
        {asked.messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <div className="ask-end">
        <Button
          __next40pxDefaultSize
          variant="tertiary"
          onClick={() => {
            choose(asked.template);
            setAsked(undefined);
          }}
        >
          Use anyway
        </Button>
        <Button data-first="" __next40pxDefaultSize variant="primary" onClick={() => setAsked(undefined)}>
          Cancel
        </Button>
      </div>
    </OverAll>
  );
  return { request, dialog };
}
