import { wallClockAt } from '#/contract/day.ts'
import { formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell } from './cell.ts'

export const madeLines = (now: Date): readonly AboutLine<Cell>[] => [
  { name: m.export_made(), value: new Date(wallClockAt(now.getTime(), null)) },
  { name: m.export_made_offset(), value: formatOffset(-now.getTimezoneOffset()) },
]
