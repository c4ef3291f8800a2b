/** Whether a text has no date of its own yet, and gets that of its publication: REST shows the last change as the date of such a draft. */
export const isFloating = ({ status, date, modified }: { readonly status: string; readonly date?: unknown; readonly modified?: unknown }): boolean => (
  (status === 'draft' || status === 'pending') && date === modified
);
