/**
 * Sign-in as the API console tries it, below `/api`: asked of the service as documented (API document 4.2), but no session
 * of ours comes of it and the key is dropped. An address of its own, and no flag on the documented one: a flag that is
 * lost on the way would sign the user in as another person.
 */
export const TRY_SIGN_IN = '/console/sign_in'
