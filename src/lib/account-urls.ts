/** Log-in URL that returns to `path`. */
export function logInUrl(path?: string): string {
  return `/wp-login.php${path ? `?redirect_to=${encodeURIComponent(path)}` : ''}`;
}

/** Log-out URL that returns to `path`; the page asks for confirmation. */
export function logOutUrl(path?: string): string {
  return `/wp-login.php?action=logout${path ? `&redirect_to=${encodeURIComponent(path)}` : ''}`;
}

export const reportAddress = (commentId: number): string => `/wp-comments-report.php?c=${commentId}`;

/** Avatar in REST responses for accounts and commenters without a portrait; public pages show initials instead. */
export const defaultAvatarPath = '/wp-includes/images/default-avatar.png';
