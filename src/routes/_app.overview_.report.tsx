import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#/features/overview/report/report-page.tsx'
import { OVERVIEW_SWITCH, readOverviewSearch, type OverviewSearch } from '#/features/overview/search.ts'
import { loadTexts, LOCALES, type Locale } from '#/i18n/locale.ts'

/** One page of the overview to print; `lang` where it is not for the reader of this page. */
export const Route = createFileRoute('/_app/overview_/report')({
  staticData: { clientSwitch: OVERVIEW_SWITCH },
  validateSearch: (raw): OverviewSearch & { lang?: Locale } => {
    const lang = LOCALES.find((locale) => locale === raw['lang'])
    return { ...readOverviewSearch(raw).search, ...(lang ? { lang } : {}) }
  },
  loaderDeps: ({ search }) => ({ lang: search.lang }),
  // Its reader's language may not be the page's.
  loader: ({ deps: { lang } }) => (lang ? loadTexts(lang) : undefined),
  component: ReportPage,
})
