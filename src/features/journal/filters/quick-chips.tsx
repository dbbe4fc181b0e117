import type { Journal, JournalPatch } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { QuickChip } from '#/ui/control/pill.tsx'

/** One filter at one value each, so that they stand together wherever the service can combine them (G27). */
export const QUICK_FILTERS = [
  { name: 'status_filter', value: 'NOANSWER', word: m.status_noanswer },
  { name: 'repeated_filter', value: '1', word: m.first_time },
  { name: 'target_filter', value: '1', word: m.target },
  { name: 'duration_filter', value: 'gt1m', word: m.quick_long },
] as const satisfies readonly { name: keyof JournalPatch; value: string; word: () => string }[]

/** Ready filters of one click on and off each; they show what is set, wherever it was set. */
export const QuickChips = ({ journal }: { journal: Journal }) => (
  <div role="group" aria-label={m.quick_chips()} className="flex shrink-0 items-center gap-0.5">
    {QUICK_FILTERS.map(({ name, value, word }) => {
      const pressed = journal.search[name] === value
      return (
        <QuickChip
          key={name}
          pressed={pressed}
          onPress={() => journal.change({ [name]: pressed ? undefined : value })}
        >
          {word()}
        </QuickChip>
      )
    })}
  </div>
)
