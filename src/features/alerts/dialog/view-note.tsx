import { MISSED_FILTER } from '#/contract/call-filters.ts'
import type { SavedView } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { m } from '#/i18n/paraglide/messages.js'

const NO_FILTERS = ['period', 'date_from', 'date_to', 'order_field', 'order_way']

/** Whether the view has filters besides "Missed", which has an alert of its own. */
const isNarrowed = ({ filters }: SavedView): boolean =>
  Object.entries(filters).some(
    ([name, value]) => !NO_FILTERS.includes(name) && !(name === 'status_filter' && value === MISSED_FILTER),
  )

/** Says that a view's filters don't apply to an alert on it. */
export const ViewNote = ({ id }: { id: string }) => {
  const { saved_views: views = [] } = usePreferences().preferences
  const view = views.find((one) => one.id === id)
  return (
    view &&
    isNarrowed(view) && (
      <p className="mb-3 text-13 wrap-anywhere text-text-2">{m.alerts_view_filters({ name: view.name })}</p>
    )
  )
}
