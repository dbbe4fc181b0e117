import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { callerColumns } from './columns.ts'
import type { WaitingChoice } from './view.tsx'
import { callersOf } from './waiting-callers.ts'

export const unreturnedCallsFile: PanelFile<WaitingChoice, UnreturnedCall> = {
  whole: async (context, waiting) => {
    if (waiting !== null) return {}
    const { report, question } = context.overview
    const { filters } = question
    const { callers } = await answered(context, 'not_through', { filters })
    const isPast = context.overview.days.to < context.overview.today
    const later = isPast && (await answered(context, 'reached_later', { filters })).callers
    return {
      ...(report && { report: { ...report, unreturnedCalls: callers } }),
      ...(later && {
        reachedLater: new Map(
          later.map(({ oid, callId, reached }) => [contactText({ oid: oid ?? '', id: callId }), reached]),
        ),
      }),
    }
  },
  rows: ({ report }, waiting) => waiting?.callers ?? callersOf(report),
  columns: (_, { hidden, overview, reachedLater }) =>
    callerColumns(hidden, overview.objectTitle, reachedLater),
  about: ({ report: { leftOut } }, waiting) => {
    const { unnumbered } = waiting ?? leftOut
    return [
      ...(waiting ? [{ name: m.nav_call_back(), value: m.today_define_call_back() }] : []),
      ...(unnumbered === 0 ? [] : [{ name: m.overview_export_unnumbered(), value: unnumbered }]),
    ]
  },
  picture: { none: 'It is a list of people: there is nothing to draw' },
}
