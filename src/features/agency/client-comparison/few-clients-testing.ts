import type { ApiServer } from '#/test/api-server.ts'

/** Clients for tests: without objects, a large one and a small one. */
const FEW_CLIENTS = ['Sever Group', 'Severstroy Krovlya', 'Motor Servis', 'Клуб «Ритм»', 'New company']
export const FEW_READ = FEW_CLIENTS.length - 1

/** Removes the other clients: reading all is slow. */
export const leaveFewClients = async ({ database }: ApiServer): Promise<void> => {
  await database
    .updateTable('accounts')
    .set({ agency_id: null })
    .where('is_agency_manager', '=', 0)
    .where('company_name', 'not in', FEW_CLIENTS)
    .execute()
}
