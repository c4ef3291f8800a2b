import { Button, Icon } from '@wordpress/components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { file as fileIcon, trash } from '@wordpress/icons';
import { Suspense, useId, useRef, useState } from 'react';
import { may } from '../../app/boot.ts';
import { latePart } from '../../app/late.tsx';
import type { MediaItem } from '../../editor/media-upload.ts';
import { libraryFiles } from '../../editor/media-upload.ts';
import { say } from '../../words.ts';
import { FieldLabel, FieldNote } from './field-parts.tsx';
import type { ControlProps } from './field-parts.tsx';
import { idsOf } from './field-values.ts';
import { SortList, moved } from './sort-list.tsx';
import { plainText } from '../../app/rest-types.ts';

const MediaPicker = latePart(async () => (await import('../../editor/media-picker.tsx')).MediaPicker);

const maxFiles = 200;
/** Most files of a request. */
const perPage = 100;

async function filesOf(ids: readonly number[], signal: AbortSignal): Promise<readonly MediaItem[]> {
  const found: MediaItem[] = [];
  for (let at = 0; at < ids.length; at += perPage)
    found.push(
      ...(
        await libraryFiles(
          { per_page: String(perPage), orderby: 'include', include: ids.slice(at, at + perPage).join() },
          signal,
        )
      ).body,
    );
  return found;
}

/** Images and files of the media library. */
export function FilesControl({ field, value, fault, postId, onChange }: ControlProps) {
  const { kind } = field;
  const isMany = kind === 'gallery';
  const ids = idsOf(value);
  const notes = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const { data: files, error } = useQuery({
    queryKey: ['media', 'fields', ids.join()],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => filesOf(ids, signal),
  });
  const set = (next: readonly number[]) =>
    onChange(next.length === 0 ? null : isMany ? next.slice(0, maxFiles) : next[0]);
  const nameOf = (id: number) => {
    const found = files?.find((one) => one.id === id);
    return found ? plainText(found.title.raw) || found.source_url.split('/').at(-1) || `#${id}` : `#${id}`;
  };
  const remove = (id: number) => {
    set(ids.filter((one) => one !== id));
    button.current?.focus();
  };
  const close = () => {
    setChoosing(false);
  };
  return (
    <fieldset className="field-set" aria-describedby={notes}>
      <legend>
        <FieldLabel field={field} />
      </legend>
      {error && <p className="empty">{error.message}</p>}
      {ids.length > 0 && (
        <SortList
          className="field-files"
          label={field.label}
          keys={ids.map(String)}
          nameOf={(at) => nameOf(ids[at] ?? 0)}
          onMove={(from, to) => set(moved(ids, from, to))}
          renderItem={(at, { handle, buttons }) => {
            const id = ids[at] ?? 0;
            return (
              <div className="field-file">
                {isMany && handle}
                <FilePreview file={files?.find((one) => one.id === id)} />
                <bdi>{nameOf(id)}</bdi>
                {isMany && buttons}
                <Button
                  size="compact"
                  icon={trash}
                  data-control="handle"
                  label={say('Remove “%s”', nameOf(id))}
                  onClick={() => remove(id)}
                />
              </div>
            );
          }}
        />
      )}
      {may('upload_files') ? (
        <Button ref={button} variant="secondary" __next40pxDefaultSize onClick={() => setChoosing(true)}>
          {isMany
            ? say('Select images')
            : kind === 'image'
              ? ids.length > 0
                ? say('Replace image')
                : say('Select image')
              : ids.length > 0
                ? say('Replace file')
                : say('Select file')}
        </Button>
      ) : (
        <span className="field-help">{say('Only users who can upload files can select them.')}</span>
      )}
      <p id={notes} className="field-notes">
        <FieldNote field={field} fault={fault} />
      </p>
      {isChoosing && (
        <Suspense>
          <MediaPicker
            title={field.label}
            types={kind === 'file' ? typesOf(field) : ['image']}
            multiple={isMany}
            {...(isMany ? { chosen: ids } : {})}
            postId={postId}
            onClose={close}
            onChoose={(items) => {
              close();
              set(items.map(({ id }) => id));
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** Types that the library offers; documents have no common one, so the server checks them. */
const typesOf = ({ file_kinds: kinds }: ControlProps['field']): readonly string[] | undefined =>
  kinds?.includes('document') ? undefined : kinds;

function FilePreview({ file }: { readonly file: MediaItem | undefined }) {
  if (file?.media_type === 'image')
    return (
      <img
        src={file.media_details.sizes?.['thumbnail']?.source_url ?? file.source_url}
        alt=""
        width={56}
        height={56}
        loading="lazy"
      />
    );
  return <Icon className="field-file-icon" icon={fileIcon} size={24} />;
}
