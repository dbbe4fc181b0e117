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
  /** Without what people have pinned to the days. */
  notes?: 'off'
}
const paperOf = (raw: Readonly<Record<string, unknown>>): PaperSearch => {
  const lang = LOCALES.find((locale) => locale === raw['lang'])
  return { ...(lang && { lang }), ...(raw['notes'] === 'off' && { notes: 'off' }) }
}

/** One page of the overview to print; `lang` where it is not for the reader of this page, `notes` where it is without them. */
export const Route = createFileRoute('/_app/overview_/report')({
  staticData: {
    // What no report can be of would otherwise stay in the address, and be read from it.
    arrive: (raw) => {
      const arrival = arriveAtOverview(raw)
      return arrival && { ...arrival, search: { ...arrival.search, ...paperOf(raw) } }
    },
    clientSwitch: {
      to: '/overview/report',
      keep: (search) => {
        const { kept, dropped } = OVERVIEW_SWITCH.keep(search)
        return { kept: { ...kept, ...paperOf(search) }, dropped }
      },
    },
  },
  validateSearch: (raw): OverviewSearch & PaperSearch => ({
    ...readOverviewSearch(raw).search,
    ...paperOf(raw),
  }),
  component: ReportPage,
})
