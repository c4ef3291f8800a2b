import { store as blockEditor } from '@wordpress/block-editor';
import { useRegistry } from '@wordpress/data';
import { useEffect } from 'react';
import { blockMedia, libraryFiles } from './media-upload.ts';
import type { BlockMedia } from './media-upload.ts';

interface Asked {
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}
interface Found {
  readonly mediaItems: readonly (BlockMedia & { readonly previewUrl?: string | undefined })[];
  readonly totalItems: number;
  readonly totalPages: number;
}
interface Actions {
  registerInserterMediaCategory(category: {
    readonly name: string;
    readonly labels: { readonly name: string; readonly search_items: string };
    readonly mediaType: string;
    readonly fetch: (asked: Asked) => Promise<Found>;
  }): void;
}

const kinds = [
  ['image', 'Images', 'Search images'],
  ['video', 'Films', 'Search films'],
  ['audio', 'Sounds', 'Search sounds'],
] as const;

/** Files of the library of one kind, a page at a time. Throws `RestError`. */
async function findMedia(
  kind: string,
  { search = '', page = 1, per_page: perPage = 20 }: Asked,
): Promise<Found> {
  const { body, total } = await libraryFiles({
    media_type: kind,
    page: String(page),
    per_page: String(perPage),
    ...(search ? { search } : {}),
  });
  return {
    mediaItems: body.map((item) => ({
      ...blockMedia(item),
      previewUrl: item.media_details.sizes?.['medium']?.source_url,
    })),
    totalItems: total,
    totalPages: Math.ceil(total / perPage),
  };
}

/** The library among what can be inserted, beside blocks and patterns. */
export function InserterMedia() {
  const registry = useRegistry();
  useEffect(() => {
    const { registerInserterMediaCategory } = registry.dispatch(blockEditor) as unknown as Actions;
    for (const [kind, name, label] of kinds) {
      registerInserterMediaCategory({
        name: kind,
        labels: { name, search_items: label },
        mediaType: kind,
        fetch: async (asked) => findMedia(kind, asked),
      });
    }
  }, [registry]);
  return null;
}
