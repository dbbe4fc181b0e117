/**
 * Sign-in as the API console tries it, below `/api`: asked of the service as documented (API document 4.2), but no session
 * of ours comes of it and nobody gets the key. An address of its own, and no mark on the documented one: a mark that is
 * lost on the way would sign the person in as somebody else.
 */
export const TRY_SIGN_IN = '/console/sign_in'
