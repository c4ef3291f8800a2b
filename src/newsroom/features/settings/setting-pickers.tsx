import { BaseControl, Button, ComboboxControl, TextControl } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useId, useState } from 'react';
import { termsOfIds, usedTerms, foundTerms } from '../../app/choices.ts';
import { latePart } from '../../app/late.tsx';
import { titleText } from '../../app/rest-types.ts';
import type { EditedPost, SeenFile } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { MediaItem } from '../../editor/media-upload.ts';
import { say } from '../../words.ts';
import { changeAndFocus } from './change-and-focus.ts';

const MediaPicker = latePart(async () => (await import('../../editor/media-picker.tsx')).MediaPicker);

interface PickerProps {
  readonly label: string;
  readonly help: string;
  /** 0: none. */
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChange: (id: number) => void;
}

interface Option {
  readonly id: number;
  readonly name: string;
}

type FoundPage = Pick<EditedPost, 'id' | 'title'>;
const pageFields = '/wp/v2/pages?context=edit&status=publish&_fields=id,title';

/** A published page, by title. */
export function PagePicker(props: PickerProps) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const pages = async (query: string, signal: AbortSignal): Promise<readonly Option[]> =>
    (await rest<readonly FoundPage[]>(`${pageFields}&${query}`, { signal })).body.map(({ id, title }) => ({
      id,
      name: titleText(title),
    }));
  const { data: current = [] } = useQuery({
    queryKey: ['posts', 'pages', 'picked', props.value],
    enabled: props.value > 0,
    queryFn: ({ signal }) => pages(`include=${props.value}`, signal),
  });
  const { data: found = [] } = useQuery({
    queryKey: ['posts', 'pages', 'pickable', searched],
    queryFn: ({ signal }) =>
      pages(
        `per_page=50&${searched === '' ? 'orderby=title&order=asc' : `search=${encodeURIComponent(searched)}`}`,
        signal,
      ),
  });
  return <Picker {...props} options={[...current, ...found]} none={say('No page')} onSearch={setSearch} />;
}

export function CategoryPicker(props: PickerProps) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const { data: current = [] } = useQuery({
    ...termsOfIds('categories', [props.value]),
    enabled: props.value > 0,
  });
  const { data: used = [] } = useQuery(usedTerms('categories'));
  const { data: found = [] } = useQuery({
    ...foundTerms('categories', searched),
    enabled: searched !== '',
  });
  return (
    <Picker
      {...props}
      options={[...current, ...(searched === '' ? used : found)]}
      none={say('None')}
      onSearch={setSearch}
    />
  );
}

function Picker({
  label,
  help,
  value,
  isDisabled,
  options,
  none,
  onChange,
  onSearch,
}: PickerProps & {
  readonly options: readonly Option[];
  readonly none: string;
  readonly onSearch: (search: string) => void;
}) {
  const names = new Map(options.map(({ id, name }) => [String(id), name]));
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={label}
      help={help}
      placeholder={none}
      value={value > 0 ? String(value) : null}
      options={[...names].map(([id, name]) => ({ value: id, label: name, disabled: isDisabled }))}
      onFilterValueChange={onSearch}
      onChange={(id) => !isDisabled && onChange(Number(id ?? 0))}
    />
  );
}

type SeenPicture = Pick<SeenFile, 'source_url' | 'alt_text' | 'media_details'>;

export function ImagePicker({ label, help, value, isDisabled, onChange }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['media', 'setting', value],
    enabled: value > 0,
    queryFn: async ({ signal }) => (await rest<SeenPicture>(`/wp/v2/media/${value}`, { signal })).body,
  });
  return (
    <BaseControl id={id} __nextHasNoMarginBottom help={help}>
      <fieldset className="setting-image" disabled={isDisabled}>
        <legend>{label}</legend>
        {value > 0 && data && (
          <img
            src={data.media_details.sizes?.['medium']?.source_url ?? data.source_url}
            alt={data.alt_text || label}
          />
        )}
        {value > 0 && error && <p className="empty">{say('The image no longer exists.')}</p>}
        <Button variant="secondary" __next40pxDefaultSize onClick={() => setOpen(true)}>
          {value > 0 ? say('Replace image') : say('Select image')}
        </Button>
        {value > 0 && (
          <Button variant="tertiary" __next40pxDefaultSize onClick={changeAndFocus(() => onChange(0))}>
            {say('Remove')}
          </Button>
        )}
      </fieldset>
      {isOpen && <ImageDialog onClose={() => setOpen(false)} onChoose={(item) => onChange(item.id)} />}
    </BaseControl>
  );
}

/** An image by its URL: of the library, stored as a path so that it survives a move of the site, or of another host. */
export function ImageUrlPicker({
  label,
  help,
  value,
  isDisabled,
  onChange,
}: Omit<PickerProps, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onChange: (url: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <fieldset className="setting-image" disabled={isDisabled}>
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={label}
        help={help}
        dir="ltr"
        value={value}
        onChange={onChange}
        onBlur={() => pathOnSite(value) !== value && onChange(pathOnSite(value))}
      />
      <Button
        variant="secondary"
        __next40pxDefaultSize
        aria-label={say('%s: select image', label)}
        onClick={() => setOpen(true)}
      >
        {say('Select image')}
      </Button>
      {isOpen && (
        <ImageDialog
          onClose={() => setOpen(false)}
          onChoose={(item) => onChange(pathOnSite(item.source_url))}
        />
      )}
    </fieldset>
  );
}

/** The path of a URL on this site; other URLs and unfinished ones are returned unchanged. */
export function pathOnSite(url: string): string {
  const start = `${location.origin}/`;
  return url.startsWith(start) ? url.slice(start.length - 1) : url;
}

function ImageDialog({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void;
  readonly onChoose: (item: MediaItem) => void;
}) {
  return (
    <Suspense>
      <MediaPicker
        types={['image']}
        postId={0}
        onClose={onClose}
        onChoose={([item]) => {
          onClose();
          if (item) onChoose(item);
        }}
      />
    </Suspense>
  );
}
