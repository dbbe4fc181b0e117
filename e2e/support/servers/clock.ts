import process from 'node:process'
import type { BrowserContext } from '@playwright/test'
import { startTestClock, testClockAhead } from '#/test/clock.ts'

/** The run's first process says by how much its clock is ahead of the machine's: servers and workers have the same. */
startTestClock(process.env['TEST_CLOCK'] === undefined ? undefined : Number(process.env['TEST_CLOCK']))
process.env['TEST_CLOCK'] = String(testClockAhead())

export const CLOCK = { FAULTS: '1', FAULTS_CLOCK: String(testClockAhead()) }

export const useTestClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((ahead) => {
    const MachineDate = Date
    const now = () => MachineDate.now() + ahead
    globalThis.Date = new Proxy(MachineDate, {
      construct: (target, given: never[]) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
      apply: () => new MachineDate(now()).toString(),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
  }, testClockAhead())
