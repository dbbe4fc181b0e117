import { describe, expect, test } from 'vitest'
import { MISSED_WORDS } from '#/analytics/metrics.ts'
import { REPORT_METRIC_IDS, REPORT_METRICS, type ReportMetric } from '#/analytics/report-metrics.ts'
import { CALL_STATUS, MISSED_STATUSES } from '#/contract/codes.ts'
import { overwriteGetLocale } from '#/i18n/paraglide/runtime.js'
import { statusWord } from './status-words.ts'

describe('statuses in receipts', () => {
  test.each(['en', 'ru'] as const)(
    'are called as in lists and filters, and never by number: %s',
    (language) => {
      overwriteGetLocale(() => language)
      for (const status of MISSED_STATUSES)
        expect(MISSED_WORDS[language]).toContain(statusWord(CALL_STATUS[status]))
      for (const id of REPORT_METRIC_IDS) {
        const { formula, exclusions }: ReportMetric = REPORT_METRICS[id]
        expect(`${formula[language]} ${exclusions?.[language] ?? ''}`).not.toMatch(/(status|статус).*\d/i)
      }
      const { answered, calls } = REPORT_METRICS
      expect(answered.formula[language]).toContain(statusWord(CALL_STATUS.answer))
      expect(calls.formula[language]).toContain(statusWord(CALL_STATUS.user_call))
    },
  )
})
