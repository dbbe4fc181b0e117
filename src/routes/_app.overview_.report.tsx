import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#/features/overview/report/report-page.tsx'
import {
  arriveAtOverview,
  OVERVIEW_SWITCH,
  readOverviewSearch,
  type OverviewSearch,
} from '#/features/overview/search.ts'
import { loadTexts, LOCALES, type Locale } from '#/i18n/locale.ts'

const languageOf = (raw: Readonly<Record<string, unknown>>): { lang?: Locale } => {
  const lang = LOCALES.find((locale) => locale === raw['lang'])
  return lang ? { lang } : {}
}

/** One page of the overview to print; `lang` where it is not for the reader of this page. */
export const Route = createFileRoute('/_app/overview_/report')({
  staticData: {
    // What no report can be of would otherwise stay in the address, and be read from it.
    arrive: (raw) => {
      const arrival = arriveAtOverview(raw)
      return arrival && { ...arrival, search: { ...arrival.search, ...languageOf(raw) } }
    },
    clientSwitch: OVERVIEW_SWITCH,
  },
  validateSearch: (raw): OverviewSearch & { lang?: Locale } => ({
    ...readOverviewSearch(raw).search,
    ...languageOf(raw),
  }),
  loaderDeps: ({ search }) => ({ lang: search.lang }),
  // Its reader's language may not be the page's.
  loader: ({ deps: { lang } }) => (lang ? loadTexts(lang) : undefined),
  component: ReportPage,
})
