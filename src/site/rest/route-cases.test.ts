import type { RouteCases } from '../../../test/harness/route-cases.ts';
import { chief, rest, silent, written } from '../../../test/harness/writer.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { sendTestMail } from '../../modules/mail/commands.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { createTemplate } from '../../modules/templates/template-commands.ts';

const template = async (tx: Tx) => ({
  template: await createTemplate(tx, chief, { type: 'single', title: 'Long read' }),
});
const cachedPages = [
  '?path=/  -  ++----  rest_forbidden',
  '?path={path}  own publish  +++---  rest_forbidden',
  '?path={path}  other publish  ++----  rest_forbidden',
];
const postRows = ['own draft  ++++--  rest_cannot_edit', 'other draft  ++----  rest_cannot_edit'];
const publishedToo = [...postRows, 'own publish  +++---  rest_cannot_edit'];

export const cases: RouteCases = {
  'POST /broadsheet/v1/block-previews': { who: '{"blocks":[]}  -  ++++--  block_cannot_read', writes: [] },
  'GET /broadsheet/v1/dashboard': '-  ++++--  rest_forbidden',
  'GET /broadsheet/v1/templates': '?type=home  -  ++----  rest_forbidden',
  'POST /broadsheet/v1/templates': {
    who: '{"type":"home","title":"Front"}  -  ++----  rest_forbidden',
    writes: [
      silent(
        rest('a template of the front page', 'POST /broadsheet/v1/templates', {
          type: 'home',
          title: 'Front',
        }),
      ),
    ],
  },
  'POST /broadsheet/v1/front-page-template': {
    who: '{"template_id":0}  -  ++----  rest_forbidden',
    writes: [
      rest('the front page without its template', 'POST /broadsheet/v1/front-page-template', {
        template_id: 0,
      }),
    ],
  },
  'GET /broadsheet/v1/health': '-  +-----  rest_forbidden',
  'POST /broadsheet/v1/health/mail-test': {
    // These sites have no mail server.
    who: '-  -aaaaa  400 mail_off, a=rest_forbidden',
    body: () => ({}),
    writes: [
      silent(
        written('a test mail', 'mail/send-test-mail', (tx) =>
          sendTestMail(
            tx,
            { ...chief, email: 'chief@paper.example' },
            { settings: defaultSettings, siteUrl: 'https://paper.example', sendsMail: true },
          ),
        ),
      ),
    ],
  },
  'GET /broadsheet/v1/cached-pages': cachedPages,
  'POST /broadsheet/v1/cached-pages': {
    who: cachedPages,
    writes: [
      silent(rest('a page is rendered again', 'POST /broadsheet/v1/cached-pages', { path: '/about/' })),
    ],
  },
  'GET /broadsheet/v1/template-library': '-  ++----  rest_forbidden',
  'POST /broadsheet/v1/template-library': {
    who: '?name=single-essay  -  cc----  rest_forbidden',
    writes: [
      silent(
        rest('a template of the library', 'POST /broadsheet/v1/template-library', { name: 'author-index' }),
      ),
    ],
  },
  'GET /broadsheet/v1/template-files': {
    who: '?template={template}  single  ++----  rest_forbidden',
    subject: template,
  },
  'POST /broadsheet/v1/template-files': {
    who: '{"file":{}}  -  --aaaa  400 rest_invalid_param, a=rest_forbidden',
    writes: [
      silent(
        rest('a template of a file', 'POST /broadsheet/v1/template-files', {
          file: {
            format: 'broadsheet-template',
            version: 1,
            main: 1,
            templates: [{ id: 1, type: 'tag', title: 'Brought', content: '' }],
          },
        }),
      ),
    ],
  },
  'POST /td-cloud-library/new_template': {
    who:
      '?postId={template}&templateType=single&templateName=Copy&duplicateTemplate=true' +
      '  single  ++---a  rest_forbidden, a=403 rest_forbidden',
    subject: template,
    writes: [
      silent(
        rest('a copy of a template', 'POST /td-cloud-library/new_template', {
          postId: '{single}',
          templateType: 'single',
          templateName: 'Copy',
          duplicateTemplate: true,
        }),
      ),
    ],
  },
  'GET /broadsheet/v1/post-counts': [
    '-  ++++--  rest_forbidden_context',
    '?type=page  -  ++----  rest_forbidden_context',
  ],
  'GET /broadsheet/v1/comment-counts': '-  ++----  rest_forbidden_context',
  'GET /broadsheet/v1/user-counts': '-  +-----  rest_user_cannot_view',
  'POST /broadsheet/v1/media/{id}/file': [
    'own inherit  aaa---  rest_cannot_create, a=400 rest_upload_no_data',
    'other inherit  aab---  rest_cannot_create, a=400 rest_upload_no_data, b=rest_cannot_edit',
  ],
  'GET /broadsheet/v1/posts/{id}/type': publishedToo,
  'GET /broadsheet/v1/posts/{id}/share': postRows,
  'POST /broadsheet/v1/posts/{id}/share': {
    who: [
      'own draft  cccc--  rest_cannot_edit',
      'other draft  cc----  rest_cannot_edit',
      'own publish  aaa---  rest_cannot_edit, a=409 not_a_draft',
    ],
    writes: [silent(rest('a link to a draft', 'POST /broadsheet/v1/posts/{fresh}/share'))],
  },
  'DELETE /broadsheet/v1/posts/{id}/share': {
    who: postRows,
    writes: [silent(rest('that link ends', 'DELETE /broadsheet/v1/posts/{fresh}/share'))],
  },
  'GET /broadsheet/v1/post-locks': '?include=1  -  ++++--  rest_forbidden_context',
  'POST /broadsheet/v1/permalink': {
    who: ['-  ++++--  rest_cannot_create', '{"type":"page"}  -  ++----  rest_cannot_create'],
    writes: [],
  },
  'POST /broadsheet/v1/posts/{id}/permalink': { who: publishedToo, writes: [] },
  'POST /broadsheet/v1/posts/{id}/lock': {
    who: publishedToo,
    body: () => ({ window: 'w' }),
    writes: [silent(rest('a post is opened', 'POST /broadsheet/v1/posts/{fresh}/lock', { window: 'w' }))],
  },
  'DELETE /broadsheet/v1/posts/{id}/lock': {
    who: postRows.map((row) => `?window=w  ${row}`),
    writes: [silent(rest('it is closed', 'DELETE /broadsheet/v1/posts/{fresh}/lock?window=w'))],
  },
};
