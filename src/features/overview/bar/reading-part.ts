import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'
import { isHere } from '#/domain/figures/unread-days.ts'
import { formatNumber } from '#/i18n/format.ts'

/** The days that are incomplete: the period's, then those it is compared with. */
export const unfinished = ({ current, compared }: ReadingState): { of: DaysProgress; isCompared: boolean } =>
  compared !== null && isHere(current)
    ? { of: compared, isCompared: true }
    : { of: current, isCompared: false }

export const loadedPart = ({ loaded, total }: Pick<DaysProgress, 'loaded' | 'total'>) => ({
  shown: formatNumber(loaded),
  total: formatNumber(Math.max(total ?? 0, loaded)),
})
