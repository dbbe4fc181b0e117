import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#/features/overview/report/report-page.tsx'
import { OVERVIEW_SWITCH, readOverviewSearch, type OverviewSearch } from '#/features/overview/search.ts'
import { LOCALES, type Locale } from '#/i18n/locale.ts'

/** One page of the overview to print; `lang` where it is not for the reader of this page. */
export const Route = createFileRoute('/_app/overview_/report')({
  staticData: { clientSwitch: OVERVIEW_SWITCH },
  validateSearch: (raw): OverviewSearch & { lang?: Locale } => {
    const lang = LOCALES.find((locale) => locale === raw['lang'])
    return { ...readOverviewSearch(raw).search, ...(lang ? { lang } : {}) }
  },
  component: ReportPage,
})
