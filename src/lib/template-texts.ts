/** What the page says on which a template's markup is edited (`site/admin/template-page.tsx`), in English, by the names that translations have. */
export const templateTexts = {
  template_list: 'Templates',
  template_list_all: 'All templates',
  template_newsroom: 'Newsroom',
  template_list_empty:
    'There is no template yet. Create one in the template panel above any page of the site.',
  template_filter: 'Filter by name or kind',
  template_filter_go: 'Filter',
  template_long:
    'The markup has %1$s characters; %2$s are the most. Nothing was saved; what you typed is below.',
  template_for_phones: '%s, for phones',
  template_kind_of: 'Kind of page: %s',
  template_broken: 'Pages skip this template, since it is broken:',
  template_markup: 'Markup',
  template_site_this: 'The whole site uses it.',
  template_site_other: 'The whole site uses “%s”.',
  template_site_theme: 'The whole site uses what comes with the theme.',
  template_site_use: 'Use on the whole site',
  template_site_leave: 'No longer use on the whole site',
  template_meanwhile: 'What somebody else saved meanwhile',
  template_preview: 'Preview',
  template_revisions: 'Revisions',
  template_revisions_none: 'None is kept yet; the first save keeps what stood here before.',
  template_compare: 'Compare',
  template_restore: 'Restore',
  template_comparison: 'Comparison',
  template_name_was: 'Name: “%1$s”, now “%2$s”.',
  template_same: 'The markup of this revision is what stands there now.',
  template_differs: 'From this revision (−) to what stands there now (+):',
} as const;
export type TemplateText = keyof typeof templateTexts;
