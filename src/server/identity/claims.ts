import * as z from 'zod'

/** Control and invisible characters, which make two identities look equal. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text may look like another; such identities are rejected. */
export const isOddIdentity = (text: string): boolean =>
  UNSEEN.test(text) || text.normalize('NFKC') !== text.normalize('NFC')

export type GroupsProblem = 'not_a_list' | 'not_a_text' | 'odd_identity'

export interface PersonClaims {
  readonly email: string | null
  readonly name: string | null
  readonly groups: readonly string[]
  readonly groupsProblem: GroupsProblem | null
}

const text = z.string().min(1).max(320).nullable().catch(null)
const MAX_GROUPS = 1000

/** Some providers send booleans as strings; a missing claim counts as verified. */
export const isVerified = (claim: unknown): boolean =>
  claim === undefined || claim === true || claim === 'true'

const readGroups = (claim: unknown): Pick<PersonClaims, 'groups' | 'groupsProblem'> => {
  if (claim === undefined || claim === null) return { groups: [], groupsProblem: null }
  const all: readonly unknown[] | null =
    typeof claim === 'string' ? [claim] : Array.isArray(claim) && claim.length <= MAX_GROUPS ? claim : null
  if (all === null) return { groups: [], groupsProblem: 'not_a_list' }
  const texts = all.filter((one) => typeof one === 'string')
  const groups = texts.filter((one) => !isOddIdentity(one))
  const groupsProblem =
    texts.length < all.length ? 'not_a_text' : groups.length < texts.length ? 'odd_identity' : null
  return { groups, groupsProblem }
}

/**
 * @param groupsClaim a list of texts or a single one; unreadable groups are ignored
 * @returns null for an address that may look like another
 */
export const readClaims = (
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string | null,
): PersonClaims | null => {
  const email = isVerified(claims['email_verified']) ? text.parse(claims['email']) : null
  if (email !== null && isOddIdentity(email)) return null
  const name = text.parse(claims['name'])
  return {
    email,
    name: name === null || UNSEEN.test(name) ? null : name,
    ...readGroups(groupsClaim === null ? undefined : claims[groupsClaim]),
  }
}
