import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { formatDays } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { wordsOfFigures } from './counted-words.ts'
import type { ReportFigures } from './figures.ts'

const LABELS = {
  day: m.mail_report_daily,
  week: m.mail_report_weekly,
  month: m.mail_report_monthly,
  minutes: m.mail_report_daily,
}
const OPENS = {
  day: m.mail_open_day,
  week: m.mail_open_week,
  month: m.mail_open_month,
  minutes: m.mail_open_day,
}

/** Everything a mail says, in its reader's language. */
export const mailWords = (
  figures: ReportFigures,
  { timing, language }: Pick<ReportSettings, 'timing' | 'language'>,
  isLate: boolean,
) =>
  inLocale(language, () => {
    const { by } = figures
    const label = LABELS[timing.every]()
    const { name, footer, ...words } = wordsOfFigures(figures, label)
    const days = formatDays(figures.days)
    return {
      ...words,
      language,
      label,
      subject: m.mail_subject({ name, days, headline: words.headline }),
      where: `${name}, ${days}`,
      needsYou: m.mail_needs_you(),
      open: OPENS[timing.every](),
      footer: [
        footer,
        ...(isLate ? [m.mail_late()] : []),
        ...(by === null ? [] : [m.mail_sent_by({ who: by })]),
      ].join(' '),
      change: m.mail_change(),
      stop: m.mail_stop(),
    }
  })
export type MailWords = ReturnType<typeof mailWords>
