export { removeStoredMailsOf, forgetMailsOf, sendMails, senderOf, siteAddress } from './mail.ts';
export type { Mail } from './mail.ts';
