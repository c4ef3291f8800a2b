/**
 * What the admin bar and its panels say, in English, by the names that translations have. Pages of those who may edit alone carry them. What the
 * specification quotes stands here to the letter.
 */
export const barTexts = {
  bar_title: 'Admin bar',
  bar_more: 'More',
  bar_newsroom: 'Newsroom of %s',
  bar_new: 'New post',
  bar_edit: 'Edit %s',
  bar_leave: 'Log out',
  bar_disabled: 'template builder disabled',
  bar_disabled_text:
    'The current page/post uses a template that is not editable. Please select a builder template from the theme panel, or set a default template.',
  modal_yes: 'Yes',
  modal_no: 'No',
  modal_save: 'Save',
  modal_cancel: 'Cancel',
  modal_create: 'Create',
  modal_ok: 'Ok',
} as const;
export type BarText = keyof typeof barTexts;
