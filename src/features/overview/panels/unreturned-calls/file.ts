import type { UnreturnedCall, Reached } from '#/contract/figures/answers.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { WaitingChoice } from './view.tsx'
import { callersOf } from './waiting-callers.ts'
import type { PanelColumn } from '#/features/overview/export/table.ts'
import { dayCell, phoneCell } from '#/domain/files/cell.ts'
import { formatOffset } from '#/i18n/format.ts'

/**
 * Missed callers, with numbers as digits.
 * @param later reached after a past period, by last call; absent: the period isn't over
 */
const callerColumns = (
  hidden: ReadonlySet<string>,
  objectTitle: (oid: string | null) => string | null,
  later: ReadonlyMap<string, Reached> | undefined,
): readonly PanelColumn<UnreturnedCall>[] => {
  const columns: (PanelColumn<UnreturnedCall> & { readonly field?: string })[] = [
    { name: m.col_caller(), width: 16, field: 'phone_number_from', value: ({ caller }) => phoneCell(caller) },
    {
      name: m.overview_export_last_try(),
      width: 19,
      field: 'date',
      value: ({ day, minute }) => dayCell(day, minute),
    },
    {
      name: m.export_offset(),
      field: 'date',
      value: ({ offset }) => (offset === null ? null : formatOffset(offset)),
    },
    { name: m.overview_export_tries(), value: ({ attempts }) => attempts },
    {
      name: m.first_time(),
      field: 'call_type',
      value: ({ isFirstTime }) => (isFirstTime ? m.export_yes() : m.export_no()),
    },
    { name: m.col_source(), width: 24, field: 'source', value: ({ source }) => source },
    { name: m.col_object(), width: 24, field: 'obj_oid', value: ({ oid }) => objectTitle(oid) },
    ...(later
      ? [
          {
            name: m.overview_export_reached_later(),
            width: 19,
            field: 'date',
            value: ({ oid, callId }: UnreturnedCall) => {
              const reached = later.get(contactText({ oid: oid ?? '', id: callId }))
              return reached ? dayCell(reached.day, reached.minute) : null
            },
          },
        ]
      : []),
    { name: m.call_id(), width: 14, field: 'id', value: ({ callId }) => callId },
  ]
  return columns.filter(({ field }) => field === undefined || !hidden.has(field))
}

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
