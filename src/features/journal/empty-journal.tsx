import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { filterName } from '#/features/journal/filters/filter-words.ts'
import { activeFilters } from '#/domain/contact-list/search.ts'
import type { Journal } from './use-journal.ts'

/** Why the list is empty, and the filter that is easiest to blame. */
export const EmptyJournal = ({ journal }: { journal: Journal }) => {
  const narrowing = activeFilters(journal.search).filter(
    (name) => name !== 'period' && name !== 'date_from' && name !== 'date_to',
  )
  const filtered = narrowing.length > 0 || journal.caller !== undefined
  const last = journal.caller === undefined ? narrowing.at(-1) : ('from_filter' as const)
  const everything = journal.search.period === 'all'
  return (
    <div className="px-4">
      <StateMessage
        icon="inbox"
        level={2}
        title={m.empty_title()}
        actions={
          <>
            {last && (
              <Button onClick={() => journal.change({ [last]: undefined })}>
                {m.remove_named({ filter: filterName(last) })}
              </Button>
            )}
            {narrowing.length + (journal.caller === undefined ? 0 : 1) > 1 && (
              <Button onClick={journal.clear}>{m.clear_filters()}</Button>
            )}
            {!everything && (
              <Button
                onClick={() => journal.change({ period: 'all', date_from: undefined, date_to: undefined })}
              >
                {m.show_all_time()}
              </Button>
            )}
          </>
        }
      >
        {filtered ? m.empty_filtered() : everything ? m.empty_all() : m.empty_period()}
      </StateMessage>
    </div>
  )
}
