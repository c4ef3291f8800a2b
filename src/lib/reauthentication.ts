/** Error code of sensitive requests; the newsroom then asks for the password and repeats the request. */
export const reauthenticationCode = 'reauthentication_required';
