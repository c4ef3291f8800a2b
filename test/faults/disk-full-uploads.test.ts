import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hiddenIn, noticeIn, useAccountSite } from '../harness/account-site.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { inParts } from '../harness/in-parts.ts';
import type { Parts } from '../harness/in-parts.ts';
import { rawRequest } from '../harness/served-site.ts';
import { makeCaller } from '../harness/xmlrpc-client.ts';
import { wxr } from '../fixtures/wxr.ts';
import { canMount, fillDisk } from './full-disk.ts';

const message = 'The disk is full, so this change was not saved. Free some space, then try again.';

describe.skipIf(!canMount())('uploads while the disk of the media folder is full', () => {
  onBothDatabases('each', (_get, place) => {
    let mediaFolder: string;
    let jpeg: Buffer;
    beforeAll(async () => {
      mediaFolder = join(place().dataDir, 'media');
      mkdirSync(mediaFolder, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', mediaFolder]);
      jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#777' } })
        .jpeg()
        .toBuffer();
    });
    afterAll(() => void execFileSync('umount', ['--lazy', mediaFolder]));
    const accounts = useAccountSite(place);

    test('responds with 503 and leaves no files, then works once there is room', async () => {
      const admin = await accounts.createPerson(['administrator']);
      const rest = await accounts.site.signIn(admin.id);
      const caller = await makeCaller(accounts.site, admin.id, admin.login);
      const send = (path: string, body: Buffer | string, headers: Record<string, string>) =>
        rawRequest(accounts.site.url, path, {
          method: 'POST',
          headers: { cookie: rest.cookie, 'x-wp-nonce': rest.nonce, ...headers },
          body,
        });
      const sendParts = (path: string, parts: Parts, headers: Record<string, string> = {}) => {
        const { type, payload } = inParts(parts);
        return send(path, payload, { 'content-type': type, ...headers });
      };
      const uploadRaw = () =>
        send('/wp-json/wp/v2/media', jpeg, {
          'content-type': 'image/jpeg',
          'content-disposition': 'attachment; filename="raw.jpg"',
        });
      const stored = JSON.parse((await uploadRaw()).body) as {
        readonly id: number;
        readonly source_url: string;
      };
      const ofPage = async (path: string) => {
        const { body } = await accounts.get(path, admin.cookie);
        return { nonce: hiddenIn(body, '_wpnonce'), revision: hiddenIn(body, 'revision') };
      };
      const sendExport = (name: string, bytes: Buffer) =>
        sendParts('/wp-json/broadsheet/v1/imports/files', [['file', [name, bytes]]]);
      const ways = {
        'the body of a REST request': uploadRaw,
        'a REST form': () => sendParts('/wp-json/wp/v2/media', [['file', ['form.jpg', jpeg]]]),
        'a replaced file': () =>
          sendParts(`/wp-json/broadsheet/v1/media/${stored.id}/file`, [['file', ['new.jpg', jpeg]]]),
        'an edited picture': () =>
          send(
            `/wp-json/wp/v2/media/${stored.id}/edit`,
            JSON.stringify({ src: stored.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }),
            { 'content-type': 'application/json' },
          ),
        'a portrait over REST': () =>
          sendParts(`/wp-json/broadsheet/v1/users/${admin.id}/portrait`, [['file', ['me.jpg', jpeg]]]),
        'a portrait on the profile page': async () => {
          const { nonce, revision } = await ofPage('/wp-admin/profile.php?forms');
          return sendParts(
            '/wp-admin/profile.php',
            [
              ['section', 'portrait'],
              ['_wpnonce', nonce],
              ['revision', revision],
              ['portrait', ['me.jpg', jpeg]],
            ],
            { cookie: admin.cookie },
          );
        },
        'an export': () => sendExport('site.xml', Buffer.from(wxr([{ id: 3 }]))),
        'a packed export': () => sendExport('site.xml.gz', gzipSync(wxr([{ id: 3 }]))),
      };
      const callUpload = () =>
        caller.outcome('wp.uploadFile', 1, '{login}', '{password}', {
          name: 'call.jpg',
          type: 'image/jpeg',
          bits: jpeg,
        });
      const files = () => readdirSync(mediaFolder, { recursive: true }).map(String).toSorted();

      const filler = join(mediaFolder, 'filler');
      fillDisk(filler);
      const before = files();
      for (const [way, upload] of Object.entries(ways)) {
        const reply = await upload();
        const [code, said] = reply.body.startsWith('{')
          ? [(JSON.parse(reply.body) as { code: string }).code, reply.body]
          : ['unavailable', noticeIn(reply)];
        expect([way, reply.status, code, said]).toEqual([
          way,
          503,
          'unavailable',
          expect.stringContaining(message),
        ]);
      }
      expect(await callUpload()).toEqual({ fault: [503, message] });
      expect(files()).toEqual(before);

      rmSync(filler);
      for (const [way, upload] of Object.entries(ways)) {
        const { status, body } = await upload();
        expect({ way, status, body: status < 400 ? '' : body }).toEqual({
          way,
          status: expect.any(Number),
          body: '',
        });
      }
      expect(await callUpload()).toMatchObject({ value: { type: 'image/jpeg' } });
    });
  });
});
