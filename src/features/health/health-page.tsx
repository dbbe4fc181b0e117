import { Link } from '@tanstack/react-router'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { counted, formatDays, formatNumber } from '#/i18n/format.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { toneText } from '#/ui/data/status.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import type { Check, Problem } from './checks/check.ts'
import { useNames } from './checks/use-names.tsx'
import { useReading } from './checks/use-reading.tsx'
import { useRecords } from './checks/use-records.tsx'
import { useSilentObjects } from './checks/use-silent-objects.tsx'
import { useContacts } from '#/domain/figures/use-contacts.ts'
import { useDrift } from '#/domain/use-drift.ts'

/** "Data health": problems with figures, and advice. */
export const HealthPage = () => (
  <ClientGate head={<PageBar title={m.nav_health()} />}>
    <Checks />
  </ClientGate>
)

const SEVERITY = { missed: 0, warning: 1, neutral: 2 } as const

const Checks = () => {
  const contacts = useContacts()
  const linkTo = useLinkTo()
  const checks = [
    useSilentObjects(contacts),
    useReading(contacts),
    useRecords(contacts),
    useNames(contacts),
    useAnswers(),
  ]
  const problems = checks
    .flatMap((check) => check.problems)
    .toSorted((a, b) => SEVERITY[a.tone] - SEVERITY[b.tone])
  const found = checks.reduce((sum, check) => sum + check.found, 0)
  // An empty account has neither problems nor good news.
  const isEmpty = contacts.state?.current.total === 0 && problems.length === 0
  const isDone = checks.every(({ is }) => is === 'done')
  return (
    <>
      <PageBar
        title={m.nav_health()}
        status={
          isDone && !isEmpty
            ? problems.length === 0
              ? m.health_all_well()
              : m.health_found(counted(found))
            : null
        }
      />
      <div className="grid gap-x-8 px-4 pb-8 min-[1180px]:grid-cols-[minmax(0,1fr)_356px]">
        <Section title={m.health_to_do()} note={formatDays(contacts.days)}>
          {problems.length > 0 ? (
            <ul aria-label={m.health_to_do()} className="mt-1 border-b border-line">
              {problems.map((problem) => (
                <ProblemItem key={problem.id} {...problem} />
              ))}
            </ul>
          ) : isDone && isEmpty ? (
            <StateMessage
              icon="inbox"
              title={m.health_no_contacts()}
              actions={
                <Link {...linkTo('/overview')} className={buttonClass()}>
                  {m.health_to_overview()}
                </Link>
              }
            >
              {m.health_no_contacts_text()}
            </StateMessage>
          ) : isDone ? (
            <StateMessage icon="check" tone="answered" title={m.health_all_well()}>
              {m.health_all_well_text()}
            </StateMessage>
          ) : checks.some(({ is }) => is === 'checking') ? (
            <Waiting />
          ) : (
            <p className="mt-2 text-13 text-text-2">{m.health_nothing_yet()}</p>
          )}
        </Section>
        <Section
          title={m.health_checked()}
          className="min-[1180px]:border-l min-[1180px]:border-line min-[1180px]:pl-6"
        >
          <ul aria-label={m.health_checked()} className="mt-1">
            {checks.map((check) => (
              <CheckItem key={check.title} {...check} isIdle={isEmpty && check.source === 'contacts'} />
            ))}
          </ul>
        </Section>
      </div>
    </>
  )
}

const ProblemItem = ({ tone, icon, title, detail, advice, action }: Problem) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-t border-line py-3 phone:grid-cols-[16px_minmax(0,1fr)]">
    <Icon name={icon} className={classNames('mt-1', toneText[tone])} />
    <div className="min-w-0">
      <h3 className="text-14 wrap-anywhere">
        <bdi>{title}</bdi>
      </h3>
      <p className="text-13 wrap-anywhere text-text-2 tabular-nums empty:hidden">
        {detail !== '' && <bdi>{detail}</bdi>}
      </p>
      <p className="mt-1 max-w-[72ch] text-13">{advice}</p>
    </div>
    <div className="phone:col-start-2">{action}</div>
  </li>
)

const Waiting = () => (
  <div aria-busy="true" className="mt-1">
    <span className="sr-only">{m.loading()}</span>
    {['first', 'second', 'third'].map((place) => (
      <div key={place} className="grid gap-2 border-t border-line py-3 pl-7">
        <Skeleton width="lg" />
        <Skeleton width="md" />
      </div>
    ))}
  </div>
)

const CheckItem = ({
  title,
  checked,
  is,
  found,
  error,
  retry,
  isIdle,
}: Check & { /** There was nothing to look at. */ isIdle: boolean }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 border-t border-line py-2.5 text-13 first:border-t-0">
    {isIdle && is === 'done' ? (
      <Icon name="minus" className="mt-0.5 text-text-3" />
    ) : is === 'done' && found === 0 ? (
      <Icon name="check" className="mt-0.5 text-answered" />
    ) : is === 'failed' ? (
      <Icon name="cloud-off" className="mt-0.5 text-missed" />
    ) : (
      <Icon
        name={is === 'done' ? 'alert' : 'spinner'}
        className={classNames('mt-0.5', is === 'done' ? 'text-warning' : 'animate-spin text-text-3')}
      />
    )}
    <div className="min-w-0">
      <h3 className="text-13 font-medium">{title}</h3>
      {checked !== null && !isIdle && <p className="wrap-anywhere text-text-3">{checked}</p>}
      {is === 'failed' && (
        <p className="wrap-anywhere text-text-2">
          {errorText(error)} <RetryButton onPress={retry} />
        </p>
      )}
    </div>
    <p className="whitespace-nowrap tabular-nums">
      {is === 'checking' ? (
        <span className="text-text-3">{m.health_checking()}</span>
      ) : is === 'failed' ? (
        <span className="text-missed">{m.health_failed()}</span>
      ) : isIdle ? (
        <span className="text-text-3">{m.health_idle()}</span>
      ) : found === 0 ? (
        <span className="text-text-2">{m.health_clean()}</span>
      ) : (
        <span className="font-strong">{formatNumber(found)}</span>
      )}
    </p>
  </li>
)

const useAnswers = (): Check => {
  const { answerCount, rows } = useDrift()
  return {
    title: m.console_drift(),
    source: 'answers',
    checked: answerCount === 0 ? null : m.health_drift_looked(counted(answerCount)),
    is: answerCount === 0 ? 'checking' : 'done',
    problems:
      rows.length === 0
        ? []
        : [
            {
              id: 'drift',
              tone: 'neutral',
              icon: 'console',
              title: m.health_drift_found(counted(rows.length)),
              detail: m.health_drift_detail(),
              advice: m.health_drift_advice(),
              action: (
                <Link to="/console" search={{ view: 'drift' }} className={buttonClass()}>
                  {m.health_open_drift()}
                </Link>
              ),
            },
          ],
    found: rows.length,
    error: null,
    retry: () => undefined,
  }
}
