import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'

export const CountValue = ({ value }: { value: number | null }) =>
  value === null ? <Absent reason={m.no_count()} /> : formatNumber(value)
