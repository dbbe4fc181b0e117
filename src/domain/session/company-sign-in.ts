import { knownSignIn } from '#/api/session.ts'
import { isFramed } from './framed.ts'

/**
 * Whether a sign-in that answers in our server's place is the company's, as far as is known. Where Callboard has a sign-in of
 * its own, it may as well be that of the network one is in.
 */
export const isBehindCompany = (): boolean => knownSignIn() !== 'session' || isFramed()
