import blockEditorContent from '@wordpress/block-editor/build-style/content.css?url';
import libraryEditor from '@wordpress/block-library/build-style/editor.css?url';
import components from '@wordpress/components/build-style/style.css?url';
import type { EditedPost, FoundThings, Written } from '../app/rest-types.ts';
import { rest } from '../app/rest.ts';
import canvas from './canvas.css?inline';
import { mediaUpload } from './media-upload.ts';
import { say } from '../words.ts';

/** WordPress' default palette, which the site's styles define as well. */
const palette = [
  ['black', say('Black'), '#000'],
  ['cyan-bluish-gray', say('Cyan bluish gray'), '#abb8c3'],
  ['white', say('White'), '#fff'],
  ['pale-pink', say('Pale pink'), '#f78da7'],
  ['vivid-red', say('Vivid red'), '#cf2e2e'],
  ['luminous-vivid-orange', say('Luminous vivid orange'), '#ff6900'],
  ['luminous-vivid-amber', say('Luminous vivid amber'), '#fcb900'],
  ['light-green-cyan', say('Light green cyan'), '#7bdcb5'],
  ['vivid-green-cyan', say('Vivid green cyan'), '#00d084'],
  ['pale-cyan-blue', say('Pale cyan blue'), '#8ed1fc'],
  ['vivid-cyan-blue', say('Vivid cyan blue'), '#0693e3'],
  ['vivid-purple', say('Vivid purple'), '#9b51e0'],
].map(([slug, name, color]) => ({ slug, name, color }));

const fontSizes = [
  ['small', say('Small'), '13px'],
  ['medium', say('Medium'), '20px'],
  ['large', say('Large'), '36px'],
  ['x-large', say('Extra large'), '42px'],
].map(([slug, name, size]) => ({ slug, name, size }));

const features = {
  color: {
    background: true,
    text: true,
    link: true,
    custom: true,
    defaultPalette: true,
    palette: { default: palette, theme: palette },
    gradients: { theme: [] },
  },
  typography: {
    fontSizes: { default: fontSizes, theme: fontSizes },
    defaultFontSizes: true,
    customFontSize: true,
    lineHeight: true,
    dropCap: true,
    textAlign: true,
  },
  spacing: { padding: true, margin: true, blockGap: true, units: ['px', 'em', 'rem', '%', 'vw', 'vh'] },
  border: { color: true, radius: true, style: true, width: true },
  dimensions: { minHeight: true, aspectRatio: true },
  layout: { contentSize: '38rem', wideSize: '1240px' },
  blocks: {},
};

async function suggestLinks(
  search: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly object[]> {
  const kinds = ['post', 'term'].map(async (kind) => {
    const query = new URLSearchParams({ search, type: kind, per_page: kind === 'post' ? '8' : '4' });
    return (await rest<FoundThings>(`/wp/v2/search?${query.toString()}`, { signal })).body;
  });
  return (await Promise.all(kinds))
    .flat()
    .map(({ id, title, url, subtype }) => ({ id, title, url, type: subtype }));
}

export type SitePattern = Pick<EditedPost, 'id' | 'wp_pattern_sync_status'> &
  Written<EditedPost, 'title' | 'content'>;

/** Canvas styles: the packages' styles, then the site's. A constant object, because a new one reloads the frame. */
const assets = {
  styles:
    [components, blockEditorContent, libraryEditor, '/wp-admin/editor.css']
      .map((address) => `<link rel="stylesheet" href="${address}">`)
      .join('') + `<style>${canvas}</style>`,
  scripts: '',
};

export function canvasSettings({
  postId,
  mayUpload,
  patterns,
}: {
  readonly postId: () => number;
  readonly mayUpload: boolean;
  readonly patterns: readonly SitePattern[];
}): Readonly<Record<string, unknown>> {
  const copied = patterns.filter(({ wp_pattern_sync_status: sync }) => sync === 'unsynced');
  return {
    __unstableResolvedAssets: assets,
    __experimentalFeatures: features,
    alignWide: true,
    supportsLayout: true,
    imageEditing: true,
    generateAnchors: false,
    imageSizes: [
      { slug: 'thumbnail', name: say('Thumbnail') },
      { slug: 'medium', name: say('Medium') },
      { slug: 'large', name: say('Large') },
      { slug: 'full', name: say('Full size') },
    ],
    imageDefaultSize: 'large',
    bodyPlaceholder: say('Type / to choose a block'),
    disableContentOnlyForUnsyncedPatterns: true,
    canLockBlocks: true,
    codeEditingEnabled: true,
    enableOpenverseMediaCategory: false,
    __experimentalFetchLinkSuggestions: suggestLinks,
    __experimentalBlockPatternCategories: [],
    __experimentalBlockPatterns: copied.map(({ id, title, content }) => ({
      name: `core/block/${id}`,
      title: title.raw,
      content: content.raw,
      categories: [],
    })),
    __experimentalReusableBlocks: patterns.filter((pattern) => !copied.includes(pattern)),
    // The file kinds shown by the inserter; the server decides which may be uploaded.
    allowedMimeTypes: { image: 'image/*', video: 'video/*', audio: 'audio/*' },
    ...(mayUpload ? { mediaUpload: mediaUpload(postId) } : {}),
  };
}
