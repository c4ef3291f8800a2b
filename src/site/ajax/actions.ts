import type { AjaxAction } from './ajax-action.ts';
import { broadsheetArticle } from './broadsheet-article.ts';
import { broadsheetPasskey } from './broadsheet-passkey.ts';
import { broadsheetSecondStep } from './broadsheet-second-step.ts';
import { broadsheetView } from './broadsheet-view.ts';
import { restNonce } from './rest-nonce.ts';
import { tdAjaxBlock } from './td-ajax-block.ts';
import { tdAjaxDarkMode } from './td-ajax-dark-mode.ts';
import { tdAjaxFbLoginUser } from './td-ajax-fb-login-user.ts';
import { tdAjaxFbLoginGetCredentials } from './td-ajax-fb-login-get-credentials.ts';
import { tdAjaxSearch } from './td-ajax-search.tsx';
import { tdAjaxSubmitCaptcha } from './td-ajax-submit-captcha.ts';
import { tdModLogin } from './td-mod-login.ts';
import { tdModRegister } from './td-mod-register.ts';
import { tdModRememberPass } from './td-mod-remember-pass.ts';
import { tdbAssignTemplate, tdbAssignTemplateGlobal } from './tdb-assign-template.ts';
import { tdbChangeTemplateName } from './tdb-change-template-name.ts';
import { tdbCreateMobileTemplate } from './tdb-create-mobile-template.ts';
import { tdbDeleteTemplate } from './tdb-delete-template.ts';
import { tdbGetFooter } from './tdb-get-footer.ts';
import { tdbGetMmCat } from './tdb-get-mm-cat.ts';
import { tdbGetMmPage } from './tdb-get-mm-page.ts';
import { tdbGetMobileTemplates } from './tdb-get-mobile-templates.ts';
import { tdbGetTemplates } from './tdb-get-templates.ts';
import { tdbSetMobileTemplate } from './tdb-set-mobile-template.ts';

/** Every action that `/wp-admin/admin-ajax.php` knows, by its name on the wire. */
export const ajaxActions: ReadonlyMap<string, AjaxAction> = new Map(
  [
    broadsheetArticle,
    broadsheetPasskey,
    broadsheetSecondStep,
    broadsheetView,
    restNonce,
    tdAjaxBlock,
    tdAjaxDarkMode,
    tdAjaxFbLoginGetCredentials,
    tdAjaxFbLoginUser,
    tdAjaxSearch,
    tdAjaxSubmitCaptcha,
    tdbGetFooter,
    tdbGetMmCat,
    tdbGetMmPage,
    tdModLogin,
    tdModRegister,
    tdModRememberPass,
    ...tdbGetTemplates,
    ...tdbGetMobileTemplates,
    tdbCreateMobileTemplate,
    ...tdbAssignTemplate,
    ...tdbAssignTemplateGlobal,
    tdbChangeTemplateName,
    tdbDeleteTemplate,
    tdbSetMobileTemplate,
  ].map((action) => [action.name, action]),
);
