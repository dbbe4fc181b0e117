import { afterEach } from 'vitest'

/** Half an hour of summer time, quarter hours, a day that does not exist, clocks that go back for a month or at midnight, none. */
export const ODD_ZONES = [
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Beirut',
] as const

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

/** Until the test's end the device is there. */
export const readIn = (zone: string): void => {
  process.env['TZ'] = zone
}
