import type { ApiServer } from '#/test/api-server.ts'

/** Clients of the sample's agency that tests are about: one without objects, a large one, a small one. */
const FEW_CLIENTS = ['Sever Group', 'Severstroy Krovlya', 'Motor Servis', 'Клуб «Ритм»', 'New company']
/** Nothing is read of the one without objects. */
export const FEW_READ = FEW_CLIENTS.length - 1

/** The agency has these clients only: each test would read the contacts of all. */
export const leaveFewClients = async ({ database }: ApiServer): Promise<void> => {
  await database
    .updateTable('accounts')
    .set({ agency_id: null })
    .where('is_agency_manager', '=', 0)
    .where('company_name', 'not in', FEW_CLIENTS)
    .execute()
}
