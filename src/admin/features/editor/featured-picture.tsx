import { Button } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rest } from '../../app/rest.ts';
import type { Draft } from '../../editor/draft.ts';
import { MediaPicker } from '../../editor/media-picker.tsx';
import type { MediaItem } from '../../editor/media-upload.ts';

/** The picture that lists show, and the article begins with. */
export function FeaturedPicture({ draft, mayUpload }: { readonly draft: Draft; readonly mayUpload: boolean }) {
  const [isChoosing, setChoosing] = useState(false);
  const id = Number(draft.value('featured_media') ?? 0);
  const { data, error } = useQuery({
    queryKey: ['media', 'one', id], enabled: id > 0, queryFn: async () => (await rest<MediaItem>(`/wp/v2/media/${id}?context=edit`)).body,
  });
  const choose = ([item]: readonly MediaItem[]) => {
    setChoosing(false);
    if (item) draft.edit({ featured_media: item.id });
  };
  return (
    <div className="featured">
      {id > 0 && data && <img src={data.media_details.sizes?.['medium']?.source_url ?? data.source_url} alt={data.alt_text || 'The picture for lists'} />}
      {id > 0 && error && <p className="empty">The picture is not there any more.</p>}
      <div>
        {mayUpload && (
          <Button variant="secondary" __next40pxDefaultSize
            onClick={() => setChoosing(true)}>{id > 0 ? 'Choose another' : 'Choose or upload a picture'}</Button>
        )}
        {id > 0 && <Button variant="tertiary" __next40pxDefaultSize onClick={() => draft.edit({ featured_media: 0 })}>Remove</Button>}
      </div>
      {isChoosing && <MediaPicker types={['image']} postId={draft.state().post?.id ?? 0} onClose={() => setChoosing(false)} onChoose={choose} />}
    </div>
  );
}
