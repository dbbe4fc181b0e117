/**
 * The console's sign-in, below `/api`: sent to the service as documented (API document 4.2), without opening a session; the key
 * is dropped. A separate address rather than a flag, whose loss would sign the user in as another person.
 */
export const TRY_SIGN_IN = '/console/sign_in'
