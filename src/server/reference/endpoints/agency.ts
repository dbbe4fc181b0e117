import type { Selectable } from 'kysely'
import { updateAgencyBody, type Agency, type ClientAccount } from '#/contract/agency.ts'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { readJson, type EndpointHandler, type Reference } from '../context.ts'
import { Refusal } from '../failure.ts'
import { countCalls } from './objects.ts'
import type { AgencyTable } from '../schema.ts'

type AgencyRow = Selectable<AgencyTable>

/** The documented record has no id, yet paths need one (G3); `REFERENCE_CLIENT_IDS=off` omits it. */
type ClientRecord = ClientAccount & { id?: number }

const clientsOf = async (
  { database, clientIds }: Reference,
  agencyIds: readonly number[],
): Promise<Map<number | null, ClientRecord[]>> => {
  const accounts = await database
    .selectFrom('accounts')
    .selectAll()
    .where('agency_id', 'in', agencyIds)
    .where('is_agency_manager', '=', 0)
    .orderBy('id')
    .execute()
  const objects = await database
    .selectFrom('objects')
    .innerJoin('accounts', 'accounts.id', 'objects.account_id')
    .select(['objects.id', 'objects.account_id'])
    .where('accounts.agency_id', 'in', agencyIds)
    .where('objects.status', '<>', OBJECT_STATUS.deleted)
    .execute()
  const callsOfObject = await countCalls(
    database,
    objects.map(({ id }) => id),
  )
  const objectsOfAccount = Map.groupBy(objects, ({ account_id }) => account_id)
  const clients = accounts.map((account) => {
    const owned = objectsOfAccount.get(account.id) ?? []
    const client: ClientRecord = {
      ...(clientIds ? { id: account.id } : {}),
      email: account.email,
      company_name: account.company_name,
      auth_token: account.api_key,
      statistics_only: account.statistics_only === 1,
      hidden_fields: account.hidden_fields === null ? null : JSON.parse(account.hidden_fields),
      objects_count: owned.length,
      calls_count: owned.reduce((sum, { id }) => sum + (callsOfObject.get(id) ?? 0), 0),
    }
    return { agencyId: account.agency_id, client }
  })
  const byAgency = Map.groupBy(clients, ({ agencyId }) => agencyId)
  return new Map([...byAgency].map(([id, members]) => [id, members.map(({ client }) => client)]))
}

/** API document 2.9. */
const toAgencies = async (reference: Reference, rows: readonly AgencyRow[]): Promise<Agency[]> => {
  const clients = await clientsOf(
    reference,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, domain, phone_number, is_active }) => ({
    name,
    domain,
    phone_number,
    is_active: is_active === 1,
    clients: clients.get(id) ?? [],
  }))
}

export const agencyHandlers = (reference: Reference) => {
  const { database } = reference
  const agencyOf = async (managerId: number) => {
    const row = await database
      .selectFrom('agencies')
      .selectAll()
      .where('manager_id', '=', managerId)
      .orderBy('id')
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    return row
  }
  return {
    /** "Array with elements of the form agency object" (G2): one, since a manager has one agency here. */
    agency: async (c) => {
      const agencies = await toAgencies(reference, [await agencyOf(c.var.caller.id)])
      return c.json(agencies.map((agency) => ({ agency })))
    },

    update_agency: async (c) => {
      const { id } = await agencyOf(c.var.caller.id)
      const { agency } = await readJson(c, updateAgencyBody)
      if (agency.name.trim() === '') throw new Refusal({ name: 'must not be empty' })
      const updated = await database
        .updateTable('agencies')
        .set({ ...agency, is_active: agency.is_active ? 1 : 0 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const [answer] = await toAgencies(reference, [updated])
      return c.json({ agency: answer })
    },
  } satisfies Record<string, EndpointHandler>
}
