import { LruCache } from './lru-cache.ts';
import { escapeHtml } from './plain-text.ts';

const rightToLeft: ReadonlySet<string> = new Set([
  'Arab',
  'Aran',
  'Adlm',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** Attributes of `<html>`: the language tag, and the direction of a right-to-left script. */
export function languageAttributes(language: string): string {
  return `lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}

/** Whether a language is written from right to left; false for an invalid tag. */
export const isRightToLeft = (language: string): boolean => rightToLeft.has(scriptOf(language));

/** The ISO 15924 script of a language (`Latn`); empty for an invalid or unknown tag. */
export function scriptOf(language: string): string {
  const known = scriptByTag.get(language);
  if (known !== undefined) return known;
  const script = computedScript(language);
  scriptByTag.set(language, script);
  return script;
}

const scriptByTag = new LruCache<string, string>(20);

function computedScript(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? '';
  } catch {
    return ''; // RangeError: an invalid tag
  }
}

/** The language tag of a WordPress locale, without forms of address (`de_DE_formal` → `de-DE`); undefined for an invalid locale. */
export function languageTagOf(locale: string): string | undefined {
  const [language = '', ...others] = locale.trim().slice(0, 40).replaceAll('_', '-').split('-');
  if (!/^[a-z]{2,3}$/i.test(language) || language.toLowerCase() === 'und') return undefined;
  const script = others.find((part) => /^[a-z]{4}$/i.test(part));
  const region = others.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return Intl.getCanonicalLocales([language, script, region].filter(Boolean).join('-'))[0];
}

/** WordPress' own locale and those with translations (translate.wordpress.org). */
const locales: ReadonlySet<string> = new Set(
  (
    'en_US af am an ar arg ary as ast az azb az_TR bal bcc be bel bg_BG bgn bho bn_BD bn_IN bo bre brx bs_BA ca ca_valencia ceb ckb co cor cs_CZ cv cy da_DK ' +
    'de_AT de_CH de_CH_informal de_DE de_DE_formal dsb dv dzo el en_AU en_CA en_GB en_IE en_NZ en_ZA eo es_AR es_CL es_CO es_CR es_DO es_EC es_ES es_GT es_HN ' +
    'es_MX es_PE es_PR es_UY es_VE et eu ewe fa_AF fa_IR fi fo fon fr_BE fr_CA fr_FR frp fuc fur fy ga gax gd gl_ES gu hat hau haw_US haz he_IL hi_IN hr hsb ' +
    'hu_HU hy ibo id_ID is_IS it_IT ja jv_ID ka_GE kaa kab kal kin kir kk km kmr kn ko_KR lb_LU li lij lin lmo lo lt_LT lug lv mai me_ME mfe mg_MG mk_MK ml_IN ' +
    'mlt mn mr mri ms_MY my_MM nb_NO ne_NP nl_BE nl_NL nl_NL_formal nn_NO nqo oci ory os pa_IN pa_PK pap_AW pap_CW pcm pl_PL ps pt_AO pt_BR pt_PT pt_PT_ao90 ' +
    'rhg ro_RO roh ru_RU rue sa_IN sah scn si_LK sk_SK skr sl_SI sna snd so_SO sq sr_RS srd ssw su_ID sv_SE sw syr szl ta_IN ta_LK tah te tg th tir tl tr_TR ' +
    'tt_RU tuk twd tzm ug_CN uk ur uz_UZ vec vi wol xho yor zgh zh_CN zh_HK zh_SG zh_TW zul'
  ).split(' '),
);

export const isWordPressLocale = (name: string): boolean => locales.has(name);

/** WordPress' locale for a language tag (`de` → `de_DE`); the tag with underscores when it has no locale. */
export function localeOfTag(tag: string): string {
  const spelled = tag.replaceAll('-', '_');
  if (locales.has(spelled) || !/^[a-z]{2,3}$/.test(tag)) return spelled;
  const usual = `${tag}_${new Intl.Locale(tag).maximize().region ?? ''}`;
  return locales.has(usual) ? usual : spelled;
}
