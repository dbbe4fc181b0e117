import type { ReactNode } from 'react'

import { METRICS } from '#/analytics/metrics.ts'
import { worded } from '#/i18n/locale.ts'
import type { MetricId } from '#/analytics/metrics.ts'
import { refusalOf } from '#/api/client.ts'
import type { ClientRead } from '#/contract/agency.ts'
import type { ComparedAccount } from '#/contract/archive/client-comparison.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { clockRange } from '#/domain/period/clock-range.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { ReceiptPopover, type Receipt } from '#/domain/figures/receipt.tsx'
import { receiptContents } from '#/domain/figures/receipt-contents.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber, formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { LinkButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { figureReceipt } from './figure-receipt.tsx'
import { tallyChangeLabel, missingFigureLabel, tallyLabel } from './figure-labels.ts'
import { unfinishedLabel, unreadDaysOf } from './unread-days.ts'
import { isOfTooFew, isKnown, type TallyChange, type Figure, type Missing } from './client-comparison.ts'
import { clocksOfClients, type ClientComparisonState } from './use-client-comparison.ts'

export type FigureCellKind = 'figure' | 'change'

interface CellProps {
  state: ClientComparisonState
  metric: MetricId
  kind: FigureCellKind
}

const SHORT = {
  contacts: null,
  first_time: m.first_time,
  missed_rate: m.client_comparison_short_missed,
  target_rate: m.client_comparison_short_target,
} as const satisfies Record<MetricId, (() => string) | null>

/** A figure of a client. Messages of the whole row are in its first cell. */
export const FigureCell = ({
  state,
  client,
  metric,
  kind,
  isFirst,
  isShort = false,
}: CellProps & { client: ClientRead; isFirst: boolean; isShort?: boolean }) => {
  const { figures, accounts, isPending } = state
  if (!mayHaveContacts(client)) return <Absent reason={m.client_comparison_no_objects()} />
  const account = accounts.get(client.client)
  const hasFailed = account?.counts === null && account.error !== null && !account.is_reading
  const isLost = !isPending && state.error === null && account === undefined
  if (isLost || hasFailed)
    return isFirst ? (
      <RowNote tone="missed">
        <Icon name="cloud-off" />
        <span className="min-w-0 truncate phone:line-clamp-2 phone:whitespace-normal">
          {hasFailed && account.error !== null
            ? errorText(refusalOf(account.error.status, account.error.code, {}))
            : m.client_comparison_withdrawn()}
        </span>
        {hasFailed && (
          <LinkButton
            ref={passFocusToClient}
            onClick={() => state.update([client.client])}
            className="whitespace-nowrap"
          >
            {m.retry()}
          </LinkButton>
        )}
      </RowNote>
    ) : null
  const figure = figures.figure(metric, account)
  const isComing = isPending || account?.is_reading === true
  if (isComing && (kind === 'figure' ? figure.tally : figure.change) === 'not-loaded')
    return (
      <span className="ml-auto block w-12">
        <Skeleton />
        <span className="sr-only">{m.client_comparison_loading_client()}</span>
      </span>
    )
  return (
    <FigureValue
      figure={figure}
      kind={kind}
      isShort={isShort}
      unfinished={unfinishedLabel(state, client.client)}
      isMarked={isFirst}
      receipt={() =>
        figureReceipt(figures, figure, {
          client: client.client,
          name: clientName(client),
          counts: account?.counts ?? null,
          clock: clockLabel(state, account),
          unread: unreadDaysOf(state, client.client),
          onRetry: () => state.update([client.client]),
        })
      }
    />
  )
}

/** "UTC+5, as of 16:03": in the client's time zone, if they differ. */
const clockLabel = (state: ClientComparisonState, account: ComparedAccount | undefined): string | null => {
  if (account?.offset == null || account.as_of === null) return null
  if (!clockRange(clocksOfClients(state))?.isMixed) return null
  const time = clockMomentLabel(Date.parse(account.as_of), account.offset)
  return m.client_comparison_clock({ offset: formatOffset(account.offset), time })
}

/** The pressed button disappears: focus moves to the row's client. */
const passFocusToClient = (button: HTMLButtonElement | null) => () => {
  if (button !== document.activeElement) return
  button?.closest('tr')?.querySelector<HTMLElement>('a[data-does="open"]')?.focus({ preventScroll: true })
}

/** Spans the remaining, empty cells. */
const RowNote = ({ tone, children }: { tone?: 'missed'; children: ReactNode }) => (
  <span
    data-rest
    className={classNames(
      'relative flex min-w-0 items-center gap-1.5 phone:max-w-44 phone:justify-end phone:text-13',
      tone === 'missed' ? 'text-missed' : 'text-text-2',
    )}
  >
    {children}
  </span>
)

export const FigureTotal = ({
  state,
  clients,
  metric,
  kind,
}: CellProps & { clients: readonly ClientRead[] }) => {
  const accounts = clients.flatMap(({ client }) => state.accounts.get(client) ?? [])
  const { figure, clients: included } = state.figures.total(metric, accounts)
  const ofAll = m.client_comparison_total_of({
    done: formatNumber(included),
    clients: formatNumber(clients.length),
  })
  const unfinished = clients.flatMap(({ client }) => unfinishedLabel(state, client) ?? [])
  const [first] = unfinished
  return (
    <FigureValue
      figure={figure}
      kind={kind}
      unfinished={first ? { ...first, why: m.client_comparison_unread(counted(unfinished.length)) } : null}
      receipt={() => figureReceipt(state.figures, figure, { clients: ofAll })}
    />
  )
}

const FigureValue = ({
  figure,
  kind,
  isShort = false,
  unfinished,
  isMarked = false,
  receipt,
}: {
  figure: Figure
  kind: FigureCellKind
  isShort?: boolean
  /** Why the figure is incomplete; null: final. */
  unfinished: ReturnType<typeof unfinishedLabel>
  /** Marks the whole row. */
  isMarked?: boolean
  receipt: () => Receipt
}) => {
  const { tally, change, metric } = figure
  if (kind === 'change') return <ChangeMark change={change} isFinal={unfinished === null} />
  const text = isKnown(tally) ? tallyLabel(tally) : null
  // Shares of few contacts are in the receipt only.
  const isFew = isOfTooFew(figure)
  const name = isShort && SHORT[metric] ? <span className="text-text-3">{SHORT[metric]()} </span> : null
  if (text === null)
    return (
      <>
        {name}
        <Absent
          reason={isKnown(tally) ? m.client_comparison_share_of_nothing() : missingFigureLabel(tally)}
        />
      </>
    )
  return (
    <span className="inline-flex max-w-full items-center justify-end gap-x-1.5 text-left">
      {isMarked && unfinished !== null && !isShort && (
        <span title={unfinished.why} className="text-warning">
          <Icon name={unfinished.icon} size={14} />
        </span>
      )}
      {name}
      <ReceiptPopover
        align="end"
        renderContents={receiptContents(receipt)}
        renderTrigger={(trigger) => (
          <button
            {...trigger}
            type="button"
            aria-label={[
              `${worded(METRICS[metric].name)} ${isFew ? m.client_comparison_too_few() : text}`,
              ...(isFew ? [text] : []),
              ...(unfinished === null ? [] : [unfinished.mark]),
            ].join(', ')}
            title={unfinished?.why ?? (isFew ? m.breakdown_too_few() : undefined)}
            className={classNames(
              unfinished !== null && 'text-text-3',
              !isShort && 'text-right',
              'relative min-h-6 min-w-6 cursor-default rounded-1 underline decoration-transparent underline-offset-3 hover:decoration-line-control aria-expanded:decoration-accent after:absolute after:-inset-x-1 after:-inset-y-0.5 phone:after:-inset-y-2.5',
            )}
          >
            {isFew ? (
              <span className="font-normal text-text-3">{isShort ? '–' : m.client_comparison_too_few()}</span>
            ) : (
              text
            )}
          </button>
        )}
      />
      {/* Contacts have a column for their change. */}
      {metric !== 'contacts' &&
        !isFew &&
        unfinished === null &&
        isKnown(change) &&
        (!isShort || change.verdict === 'worse') && <ChangeMark change={change} isShort={isShort} />}
      {isMarked && unfinished !== null && isShort && (
        <span title={unfinished.why} className="text-12 font-normal text-warning">
          {unfinished.mark}
        </span>
      )}
    </span>
  )
}

const VERDICT_CLASSES = {
  better: 'text-answered',
  worse: 'rounded-1 bg-missed-soft px-1 text-missed',
  same: 'text-text-3',
} satisfies Record<TallyChange['verdict'], string>

/** Change with direction; color for good or bad, with text for screen readers. */
const ChangeMark = ({
  change,
  isFinal = true,
  isShort = false,
}: {
  change: TallyChange | Missing | null
  /** Otherwise no verdict. */
  isFinal?: boolean
  /** Direction only. */
  isShort?: boolean
}) => {
  if (!isKnown(change))
    return (
      <Absent reason={change === null ? m.client_comparison_no_full_day() : missingFigureLabel(change)} />
    )
  const label = tallyChangeLabel(change)
  if (label === null) return <Absent reason={m.client_comparison_no_change()} />
  const { by } = change
  const verdict = isFinal ? change.verdict : 'same'
  return (
    <span
      className={classNames(
        'inline-flex h-4 items-center gap-0.5 align-middle text-12 font-normal whitespace-nowrap',
        VERDICT_CLASSES[verdict],
      )}
    >
      {by !== null && by !== 0 && <Icon name={by > 0 ? 'arrow-up-right' : 'arrow-down-right'} size={12} />}
      <span className={isShort ? 'sr-only' : undefined}>{label}</span>
      {verdict !== 'same' && (
        <span className="sr-only">
          {verdict === 'better' ? m.client_comparison_better() : m.client_comparison_worse()}
        </span>
      )}
    </span>
  )
}
