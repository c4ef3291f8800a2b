import { Button } from '@wordpress/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { latePart } from '../../app/late.tsx';
import { FocalPoint } from '../../app/focal-point.tsx';
import type { Focus } from '../../app/focal-point.tsx';
import type { EditedFile, SeenFile, FileSent } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import type { MediaItem } from '../../editor/media-upload.ts';
import { say } from '../../words.ts';

const MediaPicker = latePart(async () => (await import('../../editor/media-picker.tsx')).MediaPicker);

type Seen = Pick<SeenFile, 'media_details' | 'source_url' | 'alt_text' | '_links'>;
/** A picture in the edit context, or with fewer fields if the user can't edit it. */
type Featured = Seen & Partial<Pick<EditedFile, 'revision' | 'focal_point'>>;

const mayChange = (picture: Seen) =>
  picture['_links']?.self?.[0]?.targetHints?.allow?.includes('POST') ?? false;

async function pictureOf(id: number): Promise<Featured> {
  const seen = (await rest<Seen>(`/wp/v2/media/${id}`)).body;
  return mayChange(seen) ? (await rest<Featured>(`/wp/v2/media/${id}?context=edit`)).body : seen;
}

const isGone = (error: Error) => error instanceof RestError && error.status === 404;

export function FeaturedPicture({
  draft,
  mayUpload,
}: {
  readonly draft: Draft;
  readonly mayUpload: boolean;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const id = Number(draft.value('featured_media') ?? 0);
  const { data, error } = useQuery({
    queryKey: ['media', 'one', id],
    enabled: id > 0,
    queryFn: () => pictureOf(id),
  });
  const queries = useQueryClient();
  const aim = async (focus: Focus) => {
    try {
      const sent = {
        focal_point: focus,
        ...(data?.revision === undefined ? {} : { revision: data.revision }),
      };
      const { body } = await rest<Featured, FileSent>(`/wp/v2/media/${id}?context=edit`, {
        method: 'POST',
        body: sent,
      });
      queries.setQueryData(['media', 'one', id], body);
    } catch (fault) {
      if (!(fault instanceof RestError)) throw fault;
      toast(fault.message);
      await queries.invalidateQueries({ queryKey: ['media', 'one', id] });
    }
  };
  const picture = data && (
    <img
      src={data.media_details.sizes?.['medium']?.source_url ?? data.source_url}
      alt={data.alt_text || say('Featured image')}
    />
  );
  const choose = ([item]: readonly MediaItem[]) => {
    setChoosing(false);
    if (item) draft.edit({ featured_media: item.id });
  };
  return (
    <div className="featured">
      {id > 0 &&
        data &&
        (data.focal_point ? (
          <FocalPoint key={id} focus={data.focal_point} onFocus={aim}>
            {picture}
          </FocalPoint>
        ) : (
          picture
        ))}
      {id > 0 && error && (
        <p className="empty">{isGone(error) ? say('The image no longer exists.') : error.message}</p>
      )}
      {id === 0 && !mayUpload && (
        <p className="panel-says">{say('No featured image. Only users who can upload files can set one.')}</p>
      )}
      <div>
        {mayUpload && (
          <Button variant="secondary" __next40pxDefaultSize onClick={() => setChoosing(true)}>
            {id > 0 ? say('Replace image') : say('Set featured image')}
          </Button>
        )}
        {id > 0 && (
          <Button variant="tertiary" __next40pxDefaultSize onClick={() => draft.edit({ featured_media: 0 })}>
            {say('Remove')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <Suspense>
          <MediaPicker
            types={['image']}
            postId={draft.state().post?.id ?? 0}
            onClose={() => setChoosing(false)}
            onChoose={choose}
          />
        </Suspense>
      )}
    </div>
  );
}
