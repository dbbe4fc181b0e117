import { useState } from 'react'
import { amountsOf, type SpendAmount, type SpendOwner } from '#/analytics/spend/amounts.ts'
import { undoOf, withSpend, type SpendChange } from '#/features/overview/spend/change-amounts.ts'
import {
  PREFERENCES_MAX_BYTES,
  SPEND_MONTHS_MAX,
  SPEND_ROWS_MAX,
  type Spent,
} from '#/contract/preferences.ts'
import { useAddress } from '#/features/overview/data/use-overview.ts'
import { withSourceView } from '#/features/overview/panels/sources/use-source-view.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

const NOTHING: readonly Spent[] = []

export interface SavedSpend {
  readonly owner: SpendOwner
  /** Of all months. */
  readonly amounts: readonly SpendAmount[]
  /** Amounts of single objects of this client; empty when one is selected. */
  readonly ofObjects: readonly SpendAmount[]
  /** Saves changes and calls back with null or the error; a toast offers undo. */
  readonly save: (changes: readonly SpendChange[], onSettled: (failure: Error | null) => void) => void
  readonly hasRoom: (changes: readonly SpendChange[]) => boolean
}

/** Spend of the scope at the time the dialog was opened. */
export const useSavedSpend = (): SavedSpend => {
  const { client } = useSignedIn().scope
  const { object: oid = null } = useAddress('object')
  const [owner] = useState<SpendOwner>({ client, object: oid })
  const { preferences, change } = usePreferences()
  // Optimistic while being sent.
  const [sent, setSent] = useState<readonly Spent[] | null>(null)
  const saved = sent ?? preferences.spend ?? NOTHING
  const objects = new Set(
    saved.flatMap((one) => (one.client === client && one.object !== null ? [one.object] : [])),
  )
  const hasNone = !saved.some((one) => one.client === client)
  return {
    owner,
    amounts: amountsOf(saved, owner),
    ofObjects:
      owner.object === null ? [...objects].flatMap((object) => amountsOf(saved, { client, object })) : [],
    save: (changes, onSettled) => {
      const undo = undoOf(saved, owner, changes)
      const apply =
        (wanted: readonly SpendChange[]) =>
        ({ spend = [] }: typeof preferences) => ({ spend: withSpend(spend, owner, wanted) })
      setSent(saved)
      change(
        // After the first amounts, switches to the cost columns.
        (before) => ({
          ...apply(changes)(before),
          ...(hasNone ? withSourceView(before.columns, 'cost') : {}),
        }),
        (failure) => {
          setSent(null)
          onSettled(failure)
          if (failure !== null) return
          showToast({
            text: m.spend_applied(counted(changes.length)),
            action: {
              label: m.undo(),
              onPress: () => change(apply(undo)),
            },
          })
        },
      )
    },
    hasRoom: (changes) => {
      const spend = withSpend(saved, owner, changes)
      const bytes = new TextEncoder().encode(JSON.stringify({ ...preferences, spend })).length
      return (
        spend.length <= SPEND_ROWS_MAX &&
        bytes <= PREFERENCES_MAX_BYTES &&
        spend.every(({ months }) => Object.keys(months).length <= SPEND_MONTHS_MAX)
      )
    },
  }
}
