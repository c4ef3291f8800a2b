import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { useRestApp } from '../../../test/harness/rest-app.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { listActivity } from '../../modules/activity/reader.ts';
import { findTemplate, findTemplateUses, listTemplates } from '../../modules/templates/reader.ts';
import { assignTemplateGlobally } from '../../modules/templates/assign.ts';
import { createTemplate } from '../../modules/templates/writer.ts';

onBothDatabases('the namespace of the theme’s page builder', (get) => {
  const rest = useRestApp(get);
  const path = '/td-cloud-library/new_template';

  test('[IMP-24] [AJAX-58] [AJAX-60] copies a template under the given name, and creates none without permission or for invalid input', async () => {
    const { admin, author, header, original } = await get().write(async (tx) => {
      const headerId = await createTemplate(tx, { type: 'header', title: 'Head' });
      const id = await createTemplate(tx, {
        type: 'single',
        title: 'Long read',
        content: '<!-- wp:broadsheet/post-content /-->',
        headerId,
      });
      await assignTemplateGlobally(tx, 'single', id);
      return {
        admin: await makeUser(tx, { login: 'ada', roles: ['administrator'] }),
        author: await makeUser(tx, { login: 'ann', roles: ['author'] }),
        header: headerId,
        original: id,
      };
    });
    const sent = {
      postId: String(original),
      templateType: 'single',
      templateName: 'Long read, <b>wide</b>',
      duplicateTemplate: 'true',
    };
    const count = async () => (await listTemplates(get().read)).length;
    const before = await count();
    const refused = await Promise.all([
      rest.send('POST', path, {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(sent),
      }),
      rest.sendAs(author, 'POST', path, sent),
      ...[
        {},
        { ...sent, postId: '9'.repeat(30) },
        { ...sent, postId: 987_654 },
        { ...sent, templateType: 'category' },
        { ...sent, templateName: '' },
        { ...sent, templateName: 'x'.repeat(201) },
        { ...sent, postId: undefined },
        { ...sent, postId: { id: original } },
        { templateType: 'nothing', templateName: 'New' },
        { templateType: 'single', templateName: ' ' },
        { templateName: 'New' },
      ].map((body) => rest.sendAs(admin, 'POST', path, body)),
    ]);
    expect(refused.map(({ status, json }) => `${status} ${json['code']}`)).toEqual([
      '403 rest_forbidden',
      '403 rest_forbidden',
      '400 rest_missing_callback_param',
      '400 rest_invalid_param',
      '404 rest_template_not_found',
      ...Array.from({ length: 7 }, () => '400 rest_invalid_param'),
      '400 rest_missing_callback_param',
    ]);
    // As in its AJAX calls, the builder also finds errors in `error`.
    expect(refused.map(({ json }) => [json['error'], json['data']?.['status']])).toEqual(
      refused.map(({ status, json }) => [json['message'], status]),
    );
    expect(refused.every(({ json }) => String(json['error']).length > 0)).toBe(true);
    expect(await count()).toBe(before);

    const { status, json } = await rest.sendAs(admin, 'POST', path, sent);
    const id = Number(json['template_id']);
    expect([status, json]).toEqual([
      200,
      { template_id: id, template_title: 'Long read, wide', template_type: 'single' },
    ]);
    expect(await findTemplate(get().read, id)).toMatchObject({
      type: 'single',
      title: 'Long read, wide',
      content: '<!-- wp:broadsheet/post-content /-->',
      headerId: header,
      revision: 1,
    });
    expect([await findTemplateUses(get().read, id), await findTemplateUses(get().read, original)]).toEqual([
      [],
      [{ kind: 'single', itemId: 0 }],
    ]);
    expect((await listActivity(get().read, { kind: 'template', limit: 1 }))[0]).toMatchObject({
      verb: 'create',
      itemId: id,
    });
    // Without duplicateTemplate the new template starts with the theme's content.
    const fresh = await rest.sendAs(admin, 'POST', path, {
      templateType: 'category',
      templateName: 'Section <i>front</i>',
      duplicateTemplate: 'false',
    });
    expect([fresh.status, fresh.json]).toEqual([
      200,
      { template_id: expect.any(Number), template_title: 'Section front', template_type: 'category' },
    ]);
    expect(await findTemplate(get().read, Number(fresh.json['template_id']))).toMatchObject({
      type: 'category',
      title: 'Section front',
      content: builtInTemplates.category,
      isMobile: false,
    });
    expect((await rest.get('/')).json['namespaces']).toContain('td-cloud-library');
    expect(Object.keys((await rest.get('/td-cloud-library')).json['routes'] as object)).toEqual([
      '/td-cloud-library',
      path,
    ]);
  });
});
