import { hiddenApiFilters, hiddenArchiveFilters } from '#/analytics/hidden-filters.ts'
import { isApiError } from '#/api/error.ts'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { filterName } from '#/features/journal/filters/filter-words.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** What of the list's question the server has refused since it would tell of a hidden field (G12); nothing: something else. */
export const refusedFilters = (
  error: unknown,
  filters: Journal['filters'],
  hidden: HiddenFields,
): readonly string[] =>
  isApiError(error, 'forbidden') && error.code === 'hidden_field'
    ? [...new Set([...hiddenApiFilters(filters, hidden), ...hiddenArchiveFilters(filters, hidden)])]
    : []

/** In place of a list that goes by what is not shown to its reader: which filter it is, and the list without it. */
export const HiddenFilter = ({
  journal,
  names,
  view,
}: {
  journal: Journal
  names: readonly string[]
  /** Name of the saved view that is open; undefined: none is. */
  view: string | undefined
}) => {
  const words = names.map(filterName).join(', ')
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
        <p>{m.hidden_filter_names({ names: words })}</p>
        {view !== undefined && <p className="mt-1">{m.hidden_filter_view_stays()}</p>}
      </StateMessage>
    </div>
  )
}
