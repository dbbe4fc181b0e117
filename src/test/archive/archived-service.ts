import { vi } from 'vitest'
import { startApiServer, type ApiServer } from '#/test/api-server.ts'
import { SAMPLE_NOW } from '#/test/clock.ts'

/** An archiving server in front of a service without duplicates. */
export const startArchivedService = async (): Promise<ApiServer> => {
  vi.useFakeTimers({ toFake: ['Date'], now: SAMPLE_NOW, shouldAdvanceTime: true })
  const api = await startApiServer()
  // Duplicate ids within an object count differently by design (docs/archive.md).
  await api.database
    .updateTable('contacts')
    .set({ answer_override: null })
    .where('answer_override', 'like', '%80000001%')
    .execute()
  return api
}
