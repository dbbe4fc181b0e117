import { dayText } from '#/contract/day.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { gapLabel, unreadDaysLabel } from '#/domain/figures/gap-labels.ts'
import { isReading } from '#/domain/figures/unread-days.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatDay, formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import type { ContactsReading } from '#/domain/figures/use-contacts.ts'
import type { Check, Problem } from './check.ts'

type Part = 'current' | 'compared'
const SHORTFALL = { current: 'shortfall', compared: 'comparedShortfall' } as const

export const useReading = ({ state, failure, days, goOn }: ContactsReading): Check => {
  const problems =
    state === null || state.is === 'loading'
      ? []
      : (['current', 'compared'] as const).flatMap((part) => problemOf(state, part, failure, goOn) ?? [])
  const range = formatDays(days)
  return {
    title: m.health_reading(),
    source: 'contacts',
    checked:
      state === null || isReading(state)
        ? null
        : m.health_reading_archive({ days: range, ...counted(state.current.loaded) }),
    is:
      state === null || state.is === 'loading' ? (failure && state === null ? 'failed' : 'checking') : 'done',
    problems,
    found: problems.length,
    error: failure,
    retry: goOn,
  }
}

const problemOf = (
  state: ReadingState,
  part: Part,
  failure: Error | null,
  goOn: () => void,
): Problem | null => {
  const progress = state[part]
  const shortfall = state[SHORTFALL[part]]
  if (progress === null) return null
  // Invalid records are another check's.
  const gaps =
    shortfall?.gaps.filter((gap) => gap !== 'unreadable' && gap !== 'doubled' && gap !== 'callers') ?? []
  const isShort = progress.total !== null && progress.loaded < progress.total && shortfall === null
  if (gaps.length === 0 && progress.unread.length === 0 && !isShort) return null
  const { unread } = progress
  const why = [
    shortfall && gapLabel({ ...shortfall, gaps }, () => null),
    failure && errorText(failure),
  ].filter((words): words is string => Boolean(words))
  return {
    id: `reading ${part}`,
    tone: 'warning',
    icon: 'partial',
    title:
      unread.length === 0
        ? m.health_unread_some({
            shown: formatNumber(progress.loaded),
            total: formatNumber(Math.max(progress.total ?? 0, shortfall?.total ?? 0, progress.loaded)),
          })
        : unread.length === 1 && unread[0]!.first === unread[0]!.last
          ? m.health_unread_day({ day: formatDay(dayText(unread[0]!.first)) })
          : m.health_unread_days({ days: unreadDaysLabel(unread) }),
    detail: why.join(' ') || m.health_unread_detail(),
    advice: m.health_unread_advice(),
    action: <Button onClick={goOn}>{m.health_read_on()}</Button>,
  }
}
