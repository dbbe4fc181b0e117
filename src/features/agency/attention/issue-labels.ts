import { refusalOf } from '#/api/client.ts'
import type { ClientIssue, ClientState, IssueKind } from '#/contract/archive/client-issues.ts'
import { addDays } from '#/contract/day.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { counted, formatDay, formatNumber, formatPercent, formatShortDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export const ISSUE_ICONS = {
  quiet: { icon: 'bell-off', tone: 'text-missed' },
  missed_rate: { icon: 'phone-missed', tone: 'text-missed' },
  waiting: { icon: 'phone-callback', tone: 'text-warning' },
  expires: { icon: 'clock', tone: 'text-warning' },
  plan_behind: { icon: 'arrow-down-right', tone: 'text-warning' },
  unread: { icon: 'cloud-off', tone: 'text-missed' },
  not_updated: { icon: 'cloud-off', tone: 'text-missed' },
  not_read: { icon: 'partial', tone: 'text-text-3' },
} as const satisfies Record<IssueKind, { icon: IconName; tone: string }>

const usualLabel = (usual: number | null) => formatNumber(Math.round(usual ?? 0))

const quietLabel = ({ of, usual, value }: ClientIssue): string =>
  of === null || value === 0
    ? m.issue_quiet_today({ usual: usualLabel(usual) })
    : m.issue_quiet_since({ time: timeOf(of), usual: usualLabel(usual) })

const expiresLabel = ({ value, at, by }: ClientIssue): string => {
  const day = formatShortDay(at!)
  if (value < 0) return m.issue_stopped({ day })
  return by === 'sessions' ? m.issue_sessions_end({ day }) : m.issue_expires({ day })
}

const planLabels = ({ value, of, usual, by }: ClientIssue): string =>
  (by === 'target' ? m.issue_plan_target : m.issue_plan_contacts)({
    ...counted(usual ?? 0),
    done: formatNumber(value),
    planned: formatNumber(of ?? 0),
  })

type State = ClientState | undefined

const withReason = (words: string, state: State): string =>
  state?.error ? `${words}: ${errorText(refusalOf(state.error.status, state.error.code, {}))}` : words

const WORDS = {
  quiet: quietLabel,
  missed_rate: ({ value, of, usual }) =>
    m.issue_missed_rate({
      rate: formatPercent(value / of!),
      usual: formatPercent((usual ?? 0) / 100),
    }),
  waiting: ({ value }) => m.issue_waiting(counted(value)),
  expires: expiresLabel,
  plan_behind: planLabels,
  unread: ({ value, at }) => m.issue_unread({ ...counted(value), day: formatDay(at!) }),
  not_updated: ({ at }, state, offset) =>
    withReason(m.issue_not_updated({ time: clockMomentLabel(Date.parse(at!), offset) }), state),
  not_read: (_, state) =>
    state?.is_reading === true ? m.issue_being_read() : withReason(m.issue_not_read(), state),
} satisfies Record<IssueKind, (issue: ClientIssue, state: State, offset: number | null) => string>

/** One clause. @param offset of most clients, minutes east of UTC */
export const issueLabel = (issue: ClientIssue, state: State, offset: number | null): string =>
  WORDS[issue.kind](issue, state, offset)

const objectPage = ({ client, oid }: ClientIssue) =>
  ({ to: '/objects/$oid', params: { oid: oid ?? '' }, search: { client } }) as const
const healthPage = ({ client }: ClientIssue) => ({ to: '/health', search: { client } }) as const
const whose = ({ client, oid }: ClientIssue) => ({ client, ...(oid !== null && { object: oid }) })

const LINKS = {
  quiet: objectPage,
  expires: objectPage,
  missed_rate: (issue) => {
    const days = { date_from: issue.at!, date_to: addDays(issue.at!, 6) }
    return { to: '/overview', search: { ...whose(issue), ...days } } as const
  },
  waiting: (issue) => ({ to: '/call-back', search: { ...whose(issue), waiting: '1' } }) as const,
  plan_behind: (issue) =>
    ({ to: '/overview', search: { ...whose(issue), period: 'this_month', trend_metric: 'plan' } }) as const,
  unread: healthPage,
  not_updated: healthPage,
  not_read: ({ client }) => ({ to: '/overview', search: { client } }) as const,
} satisfies Record<IssueKind, (issue: ClientIssue) => object>

export const issueLink = (issue: ClientIssue) => LINKS[issue.kind](issue)
