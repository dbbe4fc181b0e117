import type { BrowserContext } from '@playwright/test'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { ORIGIN } from './address.ts'

/** From now on the service behind the server has these faults, for this context alone; none: it is well again. */
export const fault = async (context: BrowserContext, ...names: FaultName[]) => {
  await context.addCookies([{ name: FAULT_COOKIE, value: names.join(','), url: ORIGIN }])
}
