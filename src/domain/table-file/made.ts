import { formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell } from './cell.ts'

const MINUTE = 60_000
/** The digits of this device's clock, as if they were UTC. */
const onThisClock = (now: Date) => new Date(now.getTime() - now.getTimezoneOffset() * MINUTE)

/** When a file was made, by the clock of who made it. */
export const madeLines = (now: Date): readonly AboutLine<Cell>[] => [
  { name: m.export_made(), value: onThisClock(now) },
  { name: m.export_made_offset(), value: formatOffset(-now.getTimezoneOffset()) },
]
