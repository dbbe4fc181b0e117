import { describe, expect, test } from 'vitest'
import { REPORT_METRIC_IDS, REPORT_METRICS, type ReportMetric } from '#/analytics/report-metrics.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import { overwriteGetLocale } from '#/i18n/paraglide/runtime.js'
import { statusWord } from './status-labels.ts'

describe('statuses in receipts', () => {
  test.each(['en', 'ru'] as const)(
    'are called as in lists and filters, and never by number: %s',
    (language) => {
      overwriteGetLocale(() => language)
      for (const id of REPORT_METRIC_IDS) {
        const { formula, exclusions }: ReportMetric = REPORT_METRICS[id]
        expect(`${formula[language]} ${exclusions?.[language] ?? ''}`).not.toMatch(/(status|статус).*\d/i)
      }
      const { answered, calls, missed, missed_rate } = REPORT_METRICS
      expect(answered.formula[language]).toContain(statusWord(CALL_STATUS.answer))
      for (const { formula } of [calls, missed, missed_rate])
        for (const status of ['answer', 'user_call'] as const)
          expect(formula[language]).toContain(statusWord(CALL_STATUS[status]))
    },
  )
})
