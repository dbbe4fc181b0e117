import type { FirstReport, Report, ReportRest } from '#/contract/figures/answers.ts'

export const joinReport = (first: FirstReport, rest: ReportRest): Report => ({
  ...first,
  ...rest,
  tables: { ...first.tables, ...rest.tables },
})
