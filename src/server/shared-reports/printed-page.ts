import type { ShareBody } from '#/contract/shared-reports/shared-reports.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AgencyBrand } from '#/server/agency-logo/brand.ts'
import type { ReportFigures } from '#/server/reports/figures.ts'
import { sharedPageHtml } from '#/server/reports/page/page.ts'
import { sharedPageLabels } from '#/server/reports/page/shared-page-labels.ts'

/**
 * The shared page for printing, without its link.
 * @param now epoch milliseconds
 */
export const printedPage = (
  figures: ReportFigures,
  page: Pick<ShareBody, 'filters' | 'offset' | 'language'>,
  { now, brand }: { readonly now: number; readonly brand: AgencyBrand | null },
): string =>
  sharedPageHtml({
    ...sharedPageLabels(figures, page, { now, expires: now, brand }),
    label: m.report_title({}, { locale: page.language }),
    frozen: '',
  })
