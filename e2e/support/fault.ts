import type { BrowserContext } from '@playwright/test'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { ORIGIN } from './address.ts'

/** As {@link fault}, on another server. */
export const faultAt = async (origin: string, context: BrowserContext, ...names: FaultName[]) => {
  await context.addCookies([{ name: FAULT_COOKIE, value: names.join(','), url: origin }])
}
export const fault = async (context: BrowserContext, ...names: FaultName[]) => {
  await faultAt(ORIGIN, context, ...names)
}
