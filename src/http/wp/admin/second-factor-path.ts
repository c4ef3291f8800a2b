/** Where people set up what they show beside their password. */
export const secondFactorPath = '/wp-admin/second-factor.php';
