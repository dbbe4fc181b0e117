import { momentAt } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { clientPart, safeName } from '#/domain/files/file-name.ts'
import { formatDay, formatDays, formatOffset, timeOf } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AgencyBrand } from '#/server/agency-logo/brand.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import { sharedPageHtml } from '#/server/reports/page/page.ts'
import type { ReportFigures } from '../figures.ts'
import { pageLabels } from '../page-labels.ts'
import type { ShownFigures } from '../without-people.ts'

/**
 * The page of a report for printing: that of shared links, with the mail's figures.
 * @param at epoch milliseconds
 */
export const reportPage = (
  shown: ShownFigures,
  { language, zone }: Pick<ReportSettings, 'language' | 'zone'>,
  label: string,
  at: number,
  brand: AgencyBrand | null = null,
): string =>
  inLocale(language, () => {
    const { days, clientName, objectTitle } = shown.figures
    const offset = offsetIn(zone, at)
    const { day, minute } = momentAt(at, offset)
    return sharedPageHtml({
      ...pageLabels(shown, label, language),
      language,
      brand,
      label,
      name: clientName ?? objectTitle ?? m.all_objects(),
      conditions: [
        ...(clientName === null && objectTitle !== null ? [] : [objectTitle ?? m.all_objects()]),
        formatDays(days),
      ],
      findingsTitle: m.shared_report_findings(),
      figures: m.shared_report_figures(),
      frozen: '',
      made: m.overview_export_made({
        time: `${formatDay(day)}, ${timeOf(minute)} (${formatOffset(offset)})`,
      }),
    })
  })

/** Begins with the client, for sorting. */
export const reportFileName = (
  { days, clientName, objectTitle }: ReportFigures,
  { client }: Pick<ReportSettings, 'client'>,
): string => {
  const object = objectTitle === null ? '' : `${safeName(objectTitle)}-`
  return `${clientPart(client === null ? null : clientName)}callboard-${object}report-${days.from}_${days.to}.pdf`
}
