import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FRESH_HOURS } from '#/contract/archive/client-issues.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { LinkButton } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useFocusFallback } from '#/ui/use-focus-fallback.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useAgencyClock } from '#/features/agency/over-clients/use-agency-today.ts'
import { ISSUE_ICONS, issueLink, issueLabel } from './issue-labels.ts'
import type { ClientIssues, IssueOf } from './use-client-issues.ts'

const FIRST_SHOWN = { desk: 10, phone: 5 }

/** Region "Needs attention": issues of clients, most expensive first. */
export const NeedsAttention = ({ issues }: { issues: ClientIssues }) => {
  const { open, seen, isPending, query } = issues
  const [isSeenShown, setSeenShown] = useState(false)
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <Section
      title={m.attention()}
      note={<Status issues={issues} />}
      actions={
        seen.length > 0 && (
          <LinkButton aria-expanded={isSeenShown} onClick={() => setSeenShown(!isSeenShown)}>
            {m.attention_seen(counted(seen.length))}
          </LinkButton>
        )
      }
      className="mx-4 mt-3 rounded-2 border border-line-strong bg-raised p-0! *:first:min-h-11 *:first:px-4"
    >
      <div {...focusFallback} className="outline-none">
        {query.isLoadingError ? (
          <LoadError
            error={query.error}
            level={3}
            className="px-4 pb-3"
            onRetry={() => void query.refetch()}
          />
        ) : isPending ? (
          <Waiting />
        ) : (
          <>
            <StaleNotice query={query} />
            {open.length === 0 ? <Nothing issues={issues} /> : <Lines of={open} issues={issues} />}
            {isSeenShown && seen.length > 0 && <Lines of={seen} issues={issues} isSeen />}
          </>
        )}
      </div>
    </Section>
  )
}

const Status = ({ issues }: { issues: ClientIssues }) => {
  const { open, unlisted, states, isPending, isReading, query } = issues
  const offset = useAgencyClock()
  if (isPending || query.isLoadingError) return null
  const readTimes = [...states.values()].flatMap(({ as_of }) => as_of ?? []).toSorted()
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {open.length > 0 && (
        <span aria-live="polite">
          {m.attention_count(counted(open.length + unlisted))}
          <span className="phone:hidden">, {m.attention_costliest()}</span>
        </span>
      )}
      {isReading ? (
        <span>
          {open.length > 0 && '·'} {m.attention_reading()}
        </span>
      ) : (
        readTimes[0] !== undefined && (
          <span className="inline-flex gap-1.5 phone:hidden">
            {open.length > 0 && '·'}{' '}
            {m.attention_checked({ time: clockMomentLabel(Date.parse(readTimes[0]), offset) })}
            <LinkButton onClick={issues.update} aria-disabled={issues.isUpdating || undefined}>
              {m.check_again()}
            </LinkButton>
          </span>
        )
      )}
    </span>
  )
}

/** No issues only once all clients have been checked. */
const Nothing = ({ issues: { seen, states, clientCount } }: { issues: ClientIssues }) => {
  const done = [...states.values()].filter(({ as_of, is_reading }) => as_of !== null && !is_reading).length
  return (
    <p aria-live="polite" className="flex gap-1.5 border-t border-line px-4 py-2.5 text-13 text-text-2">
      {done === clientCount && <Icon name="check" className="mt-0.5 text-answered" />}
      {seen.length > 0
        ? m.attention_no_new(counted(seen.length))
        : done === clientCount
          ? m.attention_none({ ...counted(clientCount), hours: formatNumber(FRESH_HOURS) })
          : m.attention_none_yet({ ...counted(clientCount), done: formatNumber(done) })}
    </p>
  )
}

const Waiting = () => (
  <output className="grid">
    <span className="sr-only">{m.attention_loading()}</span>
    {[0, 1, 2, 3].map((line) => (
      <span key={line} className="grid h-10 content-center border-t border-line px-4 phone:h-15">
        <Skeleton width={line % 2 === 0 ? 'lg' : 'md'} />
      </span>
    ))}
  </output>
)

const Lines = ({
  of,
  issues,
  isSeen = false,
}: {
  of: readonly IssueOf[]
  issues: ClientIssues
  isSeen?: boolean
}) => {
  const first = FIRST_SHOWN[useIsPhone() ? 'phone' : 'desk']
  const [isAll, setAll] = useState(false)
  const shown = isAll || isSeen ? of : of.slice(0, first)
  return (
    <>
      {isSeen && (
        <h3 className="border-t border-line px-4 pt-3 pb-1 text-12 text-text-3">
          {m.attention_seen_title()}
        </h3>
      )}
      <ul>
        {shown.map((one) => (
          <Line key={`${one.issue.client} ${one.issue.key}`} of={one} issues={issues} isSeen={isSeen} />
        ))}
      </ul>
      {shown.length < of.length && (
        <p className="border-t border-line py-1 text-center">
          <LinkButton onClick={() => setAll(true)} className="min-h-8 phone:min-h-10">
            {m.attention_more(counted(of.length - shown.length))}
          </LinkButton>
        </p>
      )}
    </>
  )
}

const Line = ({
  of: { issue, client },
  issues,
  isSeen,
}: {
  of: IssueOf
  issues: ClientIssues
  isSeen: boolean
}) => {
  const { icon, tone } = ISSUE_ICONS[issue.kind]
  const name = clientName(client)
  const reason = issueLabel(issue, issues.states.get(issue.client), useAgencyClock())
  const mark = isSeen ? m.attention_unmark() : m.attention_mark()
  return (
    <li className="group/line relative grid grid-cols-[16px_minmax(0,2fr)_minmax(0,3fr)_auto_16px] items-center gap-x-3 border-t border-line px-4 text-13 hover:bg-hover phone:grid-cols-[16px_minmax(0,1fr)_auto_16px] phone:py-2">
      <Icon
        name={icon}
        className={classNames(
          'phone:row-span-2 phone:self-start phone:mt-0.5',
          isSeen ? 'text-text-3' : tone,
        )}
      />
      {/* The whole line is the link; other controls are above it. */}
      <Link {...issueLink(issue)} className="min-w-0 rounded-1 py-2 after:absolute after:inset-0 phone:py-0">
        <span className="block truncate">
          <bdi className="font-strong">{name}</bdi>
          {issue.object !== null && (
            <>
              <span aria-hidden="true" className="text-text-3">
                {' · '}
              </span>
              <bdi className="text-text-2">{issue.object}</bdi>
            </>
          )}
        </span>
        {/* Positioned text isn't clipped: behind a long name it would widen the page. */}
        <span className="sr-only">: {reason}</span>
      </Link>
      <span aria-hidden="true" className="min-w-0 phone:col-start-2">
        {reason}
      </span>
      <button
        type="button"
        aria-label={m.attention_mark_of({ mark, name, words: reason })}
        title={mark}
        onClick={() => issues.mark(issue, !isSeen)}
        className="relative inline-flex h-7 cursor-default items-center gap-1.5 rounded-2 px-2.5 text-text-2 hover:bg-press hover:text-text touch:h-8 phone:col-start-3 phone:row-span-2 phone:row-start-1 phone:size-10! phone:justify-center phone:px-0"
      >
        <Icon name={isSeen ? 'undo' : 'check'} size={14} />
        <span className="phone:sr-only">{mark}</span>
      </button>
      <Icon
        name="chevron-right"
        size={14}
        className="text-text-3 group-hover/line:text-text phone:col-start-4 phone:row-span-2 phone:row-start-1"
      />
    </li>
  )
}
