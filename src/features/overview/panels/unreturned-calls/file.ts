import type { UnreturnedCall } from '#/analytics/columns/unreturned-calls.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { callerColumns } from './columns.ts'
import { callersOf } from '#/analytics/evaluation/call-back-order.ts'

/** All callers to call back, the most promising first. */
export const unreturnedCallsFile: PanelFile<null, UnreturnedCall> = {
  whole: async (context) => {
    const { report, question } = context.overview
    const { callers } = await answered(context, 'not_through', { filters: question.filters })
    return report === undefined ? {} : { report: { ...report, unreturnedCalls: callers } }
  },
  rows: ({ report }) => callersOf(report),
  columns: (_, context) => callerColumns(context.hidden, context.overview.objectTitle),
  about: ({ report: { leftOut } }) =>
    leftOut.unnumbered === 0 ? [] : [{ name: m.overview_export_unnumbered(), value: leftOut.unnumbered }],
  picture: { none: 'It is a list of people: there is nothing to draw' },
}
