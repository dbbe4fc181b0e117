import { vi } from 'vitest'
import { startApiServer, type ApiServer } from '#/test/api-server.ts'
import { SAMPLE_NOW } from '#/test/clock.ts'

/** At the samples' hour, a server with an archive, in front of a service whose lists name no contact twice. */
export const startArchivedService = async (): Promise<ApiServer> => {
  vi.useFakeTimers({ toFake: ['Date'], now: SAMPLE_NOW, shouldAdvanceTime: true })
  const api = await startApiServer()
  // Records of one object under one id are several contacts in lists of different days and one in the archive
  // (docs/archive.md).
  await api.database
    .updateTable('contacts')
    .set({ answer_override: null })
    .where('answer_override', 'like', '%80000001%')
    .execute()
  return api
}
