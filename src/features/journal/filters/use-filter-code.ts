import { useOnIntent } from '#/ui/use-on-intent.ts'

/** The calendar and the list of sources, each loaded on the first sign that somebody wants it. */
export const useFilterCode = () => ({
  calendar: useOnIntent(() => import('#/ui/control/range-calendar.tsx').then((code) => code.RangeCalendar)),
  sources: useOnIntent(() => import('#/ui/control/search-listbox.tsx').then((code) => code.SearchListbox)),
})
export type FilterCode = ReturnType<typeof useFilterCode>
