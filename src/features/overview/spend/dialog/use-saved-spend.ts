import { useState } from 'react'
import {
  amountsOf,
  undoOf,
  withSpend,
  type SpendAmount,
  type SpendChange,
  type SpendOwner,
} from '#/analytics/spend/amounts.ts'
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
  /** What this owner has entered, of every month. */
  readonly amounts: readonly SpendAmount[]
  /** What was entered for single objects of the same client; nothing where one of them is looked at. */
  readonly ofObjects: readonly SpendAmount[]
  /** Saves changes; says with null that they are, else why not. Afterwards a toast offers the way back. */
  readonly save: (changes: readonly SpendChange[], told: (failure: Error | null) => void) => void
  /** Whether there is room for them. */
  readonly hasRoom: (changes: readonly SpendChange[]) => boolean
}

/** What was paid by the one whose overview was looked at when the dialog opened. */
export const useSavedSpend = (): SavedSpend => {
  const { client } = useSignedIn().scope
  const { object: oid = null } = useAddress('object')
  const [owner] = useState<SpendOwner>({ client, object: oid })
  const { preferences, change } = usePreferences()
  // While they are on their way, changes show everywhere as if they were made; what they are made from stays.
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
    save: (changes, told) => {
      const undo = undoOf(saved, owner, changes)
      const apply =
        (wanted: readonly SpendChange[]) =>
        ({ spend = [] }: typeof preferences) => ({ spend: withSpend(spend, owner, wanted) })
      setSent(saved)
      change(
        // Who has entered the first amounts wants to see what they say.
        (before) => ({
          ...apply(changes)(before),
          ...(hasNone ? withSourceView(before.columns, 'cost') : {}),
        }),
        (failure) => {
          setSent(null)
          told(failure)
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
