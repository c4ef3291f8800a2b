import { useQuery } from '@tanstack/react-query';
import { Button, ComboboxControl, RadioControl, SelectControl, TextControl } from '@wordpress/components';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { boot, may } from '../../app/boot.ts';
import { authors, treeTerms } from '../../app/choices.ts';
import { useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead } from '../../app/screen-head.tsx';
import { toast } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { checkDownload, downloadAddress } from './download.ts';
import type { ExportChoice } from './download.ts';
import './export.css';

/** `export.php`: downloads the site's content, or a part of it, as a WordPress export. */
export function ExportScreen() {
  if (!may('export')) {
    return <AccessDenied>{say('Exporting content requires the capability “export”.')}</AccessDenied>;
  }
  return <Exporting />;
}

const all = 'all';
const fileType = 'attachment';
const statuses = [
  { value: '', label: say('All') },
  { value: 'publish', label: say('Published') },
  { value: 'future', label: say('Scheduled') },
  { value: 'draft', label: say('Draft') },
  { value: 'pending', label: say('Pending') },
  { value: 'private', label: say('Private') },
];

const typeChoices = [
  { value: all, label: say('All content') },
  ...boot.types.map(({ name, plural }) => ({ value: name, label: plural })),
  ...(boot.types.some(({ name }) => name === fileType) ? [] : [{ value: fileType, label: say('Media') }]),
];

function choiceIn(query: URLSearchParams): ExportChoice {
  const at = (name: keyof ExportChoice) => query.get(name) ?? '';
  return {
    content: at('content'),
    cat: at('cat'),
    author: at('author'),
    start: at('start'),
    end: at('end'),
    status: at('status'),
  };
}

function Exporting() {
  const [query, setQuery] = useSearchParams();
  const { fault, isBusy, send } = useSending();
  const chosen = choiceIn(query);
  const content = typeChoices.some(({ value }) => value === chosen.content) ? chosen.content : all;
  const type = boot.types.find(({ name }) => name === content);
  const sections = type?.taxonomies.find(({ isSection }) => isSection);
  const set = (name: keyof ExportChoice) => (value: string | null | undefined) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const wanted: ExportChoice = {
    ...chosen,
    content,
    cat: sections ? chosen.cat : '',
    ...(content === all ? { author: '', start: '', end: '', status: '' } : {}),
    ...(content === fileType ? { status: '' } : {}),
  };
  const isReversed = wanted.start !== '' && wanted.end !== '' && wanted.start > wanted.end;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await checkDownload(wanted);
      Object.assign(document.createElement('a'), { href: downloadAddress(wanted), download: '' }).click();
      toast(say('The download has started.'));
    });
  };
  return (
    <>
      <ScreenHead title={say('Export')} />
      <form className="form one-thing export" aria-label={say('Export')} onSubmit={submit}>
        <p>
          {say(
            'Downloads your content as a file that Broadsheet and WordPress import. It contains posts, pages, comments, menus, categories, tags and authors, and the addresses of your media, but not the files themselves.',
          )}
        </p>
        <Problem message={fault?.message} />
        <RadioControl
          label={say('Content')}
          selected={content}
          options={typeChoices}
          onChange={set('content')}
        />
        {content !== all && (
          <fieldset className="export-filters">
            <legend>{say('Filters')}</legend>
            {sections && (
              <CategoryControl restBase={sections.restBase} value={chosen.cat} onChange={set('cat')} />
            )}
            <AuthorControl value={chosen.author} onChange={set('author')} />
            <TextControl
              __next40pxDefaultSize
              type="date"
              label={say('Start date')}
              value={chosen.start}
              onChange={set('start')}
            />
            <TextControl
              __next40pxDefaultSize
              type="date"
              label={say('End date')}
              value={chosen.end}
              aria-invalid={isReversed}
              help={isReversed ? say('The end date is before the start date.') : undefined}
              onChange={set('end')}
            />
            {content !== fileType && (
              <SelectControl
                __next40pxDefaultSize
                label={say('Status')}
                value={chosen.status}
                options={statuses}
                onChange={set('status')}
              />
            )}
          </fieldset>
        )}
        <div className="form-end">
          <Button
            __next40pxDefaultSize
            variant="primary"
            type="submit"
            isBusy={isBusy}
            disabled={isReversed}
            accessibleWhenDisabled
          >
            {say('Download export file')}
          </Button>
        </div>
      </form>
    </>
  );
}

interface PickerProps {
  readonly value: string;
  readonly onChange: (value: string | null | undefined) => void;
}

function CategoryControl({ restBase, value, onChange }: PickerProps & { readonly restBase: string }) {
  const { data = [] } = useQuery(treeTerms(restBase));
  return (
    <ComboboxControl
      __next40pxDefaultSize
      label={say('Category')}
      placeholder={say('All')}
      value={value}
      options={data.map(({ id, name, depth }) => ({
        value: String(id),
        label: `${'— '.repeat(depth)}${name}`,
      }))}
      onChange={onChange}
    />
  );
}

function AuthorControl({ value, onChange }: PickerProps) {
  const { data = [] } = useQuery(authors);
  return (
    <ComboboxControl
      __next40pxDefaultSize
      label={say('Author')}
      placeholder={say('All')}
      value={value}
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  );
}
