import { useQuery } from '@tanstack/react-query'
import { chartNotesQuery } from '#/api/chart-notes/chart-notes.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { DayRange } from '#/contract/day.ts'
import { useAddress } from '#/features/overview/data/use-overview.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { notesAt } from '#/domain/notes-at.ts'

const NOTHING: readonly ChartNote[] = []

/** Notes on some days in this scope; empty while loading. */
export const useNotesAt = (days: DayRange): readonly ChartNote[] => {
  const { scope } = useSignedIn()
  const { object = null } = useAddress('object')
  const { data = NOTHING } = useQuery(chartNotesQuery(scope))
  return notesAt(data, days, object)
}
