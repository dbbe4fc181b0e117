import { ROLES } from '#/contract/codes.ts'
import { signInBody, type User } from '#/contract/sign-in/user.ts'
import { accountByPassword } from '../auth.ts'
import { readJson, type EndpointHandler, type Reference } from '../context.ts'
import { objectsOfAccount, toObjs } from './objects.ts'

/** The two documented roles (2.1), and our own name for a manager's. */
const ROLE = {
  CLIENT: { id: 1, name: 'CLIENT', translated_name: 'Client' },
  AGENCY_CLIENT: { id: 2, name: 'AGENCY_CLIENT', translated_name: 'Agency client' },
  AGENCY_MANAGER: { id: 3, name: 'AGENCY_MANAGER', translated_name: 'Agency manager' },
} as const satisfies Record<(typeof ROLES)[number] | 'AGENCY_MANAGER', User['roles'][number]>

export const userHandlers = (reference: Reference) => {
  const { database } = reference
  return {
    /** Needs no key (G18). */
    sign_in: async (c) => {
      const { user } = await readJson(c, signInBody)
      const account = await accountByPassword(database, user.email, user.password)
      const isManager = account.is_agency_manager === 1
      const agency = await database
        .selectFrom('agencies')
        .select('name')
        .where(isManager ? 'manager_id' : 'id', '=', isManager ? account.id : account.agency_id)
        .executeTakeFirst()
      const objects = await objectsOfAccount(database, account.id, null).selectAll().orderBy('id').execute()
      const answer: User = {
        email: account.email,
        contact_name: account.contact_name,
        phone_number: account.phone_number,
        company_name: account.company_name,
        agency: agency?.name ?? '',
        api_key: account.api_key,
        is_agency_manager: isManager,
        business_categories: [],
        roles: [
          isManager ? ROLE.AGENCY_MANAGER : account.agency_id === null ? ROLE.CLIENT : ROLE.AGENCY_CLIENT,
        ],
        objs: await toObjs(reference, objects),
      }
      return c.json({ user: answer })
    },
  } satisfies Record<string, EndpointHandler>
}
