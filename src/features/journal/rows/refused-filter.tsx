import { hiddenApiFilters, hiddenArchiveFilters } from '#/analytics/texts/hidden-filters.ts'
import { isByNumber } from '#/analytics/texts/caller-digits.ts'
import type { ApiError } from '#/api/error.ts'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { activeFilters } from '#/domain/contact-list/search.ts'
import { filterName } from '#/domain/contact-list/filter-labels.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/**
 * Replaces a list that was refused: offers the list without filters, or where it filters by hidden fields (G12)
 * names them and offers it without them.
 */
export const RefusedFilter = ({
  error,
  journal,
  hidden,
  view,
  onRetry,
}: {
  /** The refusal. */
  error: ApiError
  journal: Journal
  hidden: HiddenFields
  view: string | undefined
  onRetry: () => void
}) => {
  const { filters } = journal
  const names = [...new Set([...hiddenApiFilters(filters, hidden), ...hiddenArchiveFilters(filters, hidden)])]
  // Hidden fields can have changed since the page loaded them.
  if (error.code !== 'hidden_field' || names.length === 0)
    return (
      <>
        <LoadError error={error} title={m.failed_title()} onRetry={onRetry} />
        {error.kind === 'rejected' &&
          (journal.caller !== undefined || activeFilters(journal.search).length > 0) && (
            <div className="px-4">
              <p className="pl-7">
                <Button onClick={journal.clear}>{m.clear_filters()}</Button>
              </p>
            </div>
          )}
      </>
    )
  const filterNames = names.map(filterName).join(', ')
  return (
    <div role="alert" className="px-4">
      <StateMessage
        icon="eye"
        level={2}
        title={view === undefined ? m.hidden_filter_title() : m.hidden_filter_view_title({ view })}
        actions={
          <Button
            onClick={() =>
              journal.change({
                ...Object.fromEntries(names.map((name) => [name, undefined])),
                ...(names.includes('order_field') && { order_way: undefined }),
              })
            }
          >
            {m.hidden_filter_without()}
          </Button>
        }
      >
        <p>{m.hidden_filter_names({ names: filterNames })}</p>
        {names.some((name) => isByNumber(name, filters[name as keyof typeof filters] ?? '', hidden)) && (
          <p className="mt-1">{m.hidden_filter_digits()}</p>
        )}
        {view !== undefined && <p className="mt-1">{m.hidden_filter_view_stays()}</p>}
      </StateMessage>
    </div>
  )
}
