import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#/features/overview/report/report-page.tsx'
import {
  arriveAtOverview,
  OVERVIEW_SWITCH,
  readOverviewSearch,
  type OverviewSearch,
} from '#/features/overview/search.ts'
import { LOCALES, type Locale } from '#/i18n/locale.ts'

interface PaperSearch {
  lang?: Locale
  /** Without chart notes. */
  notes?: 'off'
}
const paperOf = (raw: Readonly<Record<string, unknown>>): PaperSearch => {
  const lang = LOCALES.find((locale) => locale === raw['lang'])
  return { ...(lang && { lang }), ...(raw['notes'] === 'off' && { notes: 'off' }) }
}

/** `lang`: another reader's language; `notes`: without chart notes. */
export const Route = createFileRoute('/_app/overview_/report')({
  staticData: {
    // Removes parameters a report can't have.
    arrive: (raw) => {
      const arrival = arriveAtOverview(raw)
      return arrival && { ...arrival, search: { ...arrival.search, ...paperOf(raw) } }
    },
    clientSwitch: {
      to: '/overview/report',
      keep: (search) => {
        const { retained, dropped } = OVERVIEW_SWITCH.keep(search)
        return { retained: { ...retained, ...paperOf(search) }, dropped }
      },
    },
  },
  validateSearch: (raw): OverviewSearch & PaperSearch => ({
    ...readOverviewSearch(raw).search,
    ...paperOf(raw),
  }),
  component: ReportPage,
})
