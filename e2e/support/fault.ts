import type { BrowserContext } from '@playwright/test'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { ORIGIN } from './address.ts'

/** As {@link fault}, behind another server than the tests' own. */
export const faultAt = async (origin: string, context: BrowserContext, ...names: FaultName[]) => {
  await context.addCookies([{ name: FAULT_COOKIE, value: names.join(','), url: origin }])
}
/** From now on the service behind the server has these faults, for this context alone; none: it is well again. */
export const fault = async (context: BrowserContext, ...names: FaultName[]) => {
  await faultAt(ORIGIN, context, ...names)
}
