import type { Reader } from '../../kernel/db/open-database.ts';
import { fileAtLeast, findPictureFiles, previewFile } from '../media/index.ts';
import type { SiteSource } from '../settings/index.ts';
import type { Note } from './notes.ts';
import { iconSize, maxPushBytes, maxUrlLength } from './push.ts';
import type { PushMessage } from './push.ts';

/** The payload of a note. */
export async function noteMessage(
  { database, siteUrl, settings }: SiteSource,
  { id, title, body, url, image }: Pick<Note, 'id' | 'title' | 'body' | 'url' | 'image'>,
): Promise<PushMessage> {
  const { site_icon: iconId } = await settings.current();
  const icon = (await findPictureFiles({ database, siteUrl }, [iconId])).get(iconId);
  const message = {
    title,
    body,
    url: siteUrl + url,
    icon: icon ? fileAtLeast(icon, iconSize).url : `${siteUrl}/icon-${iconSize}.png`,
    tag: `note-${id}`,
  };
  const pictured = { ...message, ...(image === '' ? {} : { image }) };
  return Buffer.byteLength(JSON.stringify(pictured)) <= maxPushBytes ? pictured : message;
}

/** URL of a picture of the media library; empty without one, or if it is too long for a message. */
export async function pictureUrl(read: Reader, siteUrl: string, mediaId: number): Promise<string> {
  const found = (await findPictureFiles({ database: { read }, siteUrl }, [mediaId])).get(mediaId);
  const { url = '' } = found ? previewFile(found) : {};
  return url.length <= maxUrlLength ? url : '';
}
