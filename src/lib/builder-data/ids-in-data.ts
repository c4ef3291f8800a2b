import { elementorDataKey, panelsDataKey } from './meta-keys.ts';
import { panelsBlock, panelsShortcode } from './site-origin.ts';

const pictureKey = /image|img|photo|picture|avatar|logo|thumb|media|banner|video|attachment/i;
/** Galleries of one text, and characters of one that are read. */
const maxGalleries = 100;
const longestGallery = 5000;

/** Ids at the old site of pictures, files and posts that the data of builders name, in order; some may mean nothing. */
export function* idsInData(
  content: string,
  meta: readonly (readonly [key: string, value: string])[],
): Generator<string> {
  for (const [key, value] of meta) {
    if (key === elementorDataKey) yield* idsOfElementor(value);
    else if (key === panelsDataKey) yield* idsOfPanels(value);
  }
  if (content.includes(panelsBlock) || content.includes(panelsShortcode))
    yield* idsOfPanels(content.replaceAll('&quot;', '"'));
  if (content.includes('"galleryIds"')) yield* idsOfGalleries(content, /"galleryIds"\s?:/g);
}

function* idsOfElementor(json: string): Generator<string> {
  const named = /"image-attachment-id"\s{0,4},\s{0,4}"value"\s{0,4}:\s{0,4}([1-9]\d{0,12})\b/g;
  for (const [, id = ''] of json.matchAll(named)) yield id;
}

/** Of serialized PHP and of JSON. */
function* idsOfPanels(data: string): Generator<string> {
  const named = /"([a-z_]{1,60})"(?:;i:|;s:\d{1,3}:"|:"?)([1-9]\d{0,12})(?=[",;}])/gi;
  for (const [, key = '', id = ''] of data.matchAll(named)) if (pictureKey.test(key)) yield id;
  for (const [, id = ''] of data.matchAll(/"post:\s{0,5}(\d{1,13})"/g)) yield id;
  yield* idsOfGalleries(data, /"ids"[;:]/g);
}

function* idsOfGalleries(data: string, name: RegExp): Generator<string> {
  let galleries = 0;
  for (const { index, 0: found } of data.matchAll(name)) {
    if (++galleries > maxGalleries) return;
    const at = index + found.length;
    const [ids = ''] = data.slice(at, at + longestGallery).split(/[\]}]/, 1);
    for (const [id] of ids.matchAll(/\b[1-9]\d{0,12}\b/g)) yield id;
  }
}
