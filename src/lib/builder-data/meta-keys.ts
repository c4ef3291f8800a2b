/** Post meta of Elementor: the data, and whether the post is edited with it. */
export const elementorDataKey = '_elementor_data';
export const elementorModeKey = '_elementor_edit_mode';
/** Post meta of Page Builder by SiteOrigin. */
export const panelsDataKey = 'panels_data';
/** Broadsheet's own post meta: the text was edited here, so the builder's data is no longer shown. */
export const textWrittenKey = '_builder_text_written';

/** Keys that hold a page. */
export const builderDataKeys: readonly string[] = [elementorDataKey, panelsDataKey];
