import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Reached } from '#/contract/figures/answers.ts'
import { dayAt } from '#/contract/day.ts'
import { OUTCOME_LABELS, outcomeLine } from '#/domain/annotations/outcome-labels.ts'
import { PhoneLink } from '#/domain/cells/phone-link.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { cutText } from '#/ui/data/cut-text.ts'
import { Icon } from '#/ui/icon.tsx'
import { instantOn, isLongWait, waitingMinutes, type CallerRow } from './rows.ts'
import { reachedText, spanLabel, triesText, writtenText } from './labels.ts'

export const WORDS_SHOWN = 200

export interface Sight {
  readonly now: number
  readonly offset: number | null
  readonly objectTitle: (oid: string | null) => string | null
  /** Null: unknown. */
  readonly nameOf: (row: CallerRow) => string | null
  readonly hidden: ReadonlySet<string>
  /** Just-closed rows stay visible. */
  readonly isOpenTab: boolean
}

export const todayOf = (row: CallerRow, { now, offset }: Pick<Sight, 'now' | 'offset'>): string =>
  dayAt(now, row.offset ?? offset)

export const Foreign = ({ children }: { children: string }) => <bdi>{cutText(children, WORDS_SHOWN)}</bdi>

export const Dial = ({ row, className }: { row: CallerRow; className?: string }) => (
  <PhoneLink phone={row.caller} className={classNames('font-strong', className)} />
)

export const kindText = ({ isFirstTime }: CallerRow, { hidden }: Sight): string | null =>
  hidden.has('call_type') ? null : isFirstTime ? m.first_time() : m.repeat()

export const Who = ({ row, sight }: { row: CallerRow; sight: Sight }): ReactNode => {
  const kind = kindText(row, sight)
  const name = sight.nameOf(row)
  return (
    <>
      {kind}
      {kind !== null && name !== null && ' · '}
      {name !== null && <Foreign>{name}</Foreign>}
    </>
  )
}

export const sourceText = ({ source }: CallerRow, { hidden }: Sight): string | null =>
  hidden.has('source') ? null : (source ?? m.sources_without_source())

export const WaitingTime = ({ row, sight: { now, offset } }: { row: CallerRow; sight: Sight }) =>
  row.is === 'open' ? (
    <span className={isLongWait(row, now, offset) ? 'font-semibold text-text' : 'text-text-2'}>
      {spanLabel(waitingMinutes(row, now, offset))}
    </span>
  ) : (
    <span title={m.call_back_not_waiting()} className="text-text-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{m.call_back_not_waiting()}</span>
    </span>
  )

/** Outcome and time to it; empty if none. */
export const Became = ({ row, sight }: { row: CallerRow; sight: Sight }): ReactNode => {
  const after =
    row.doneAt === null
      ? null
      : m.call_back_after({
          tries: triesText(row),
          span: spanLabel(Math.max(row.doneAt - instantOn(row.since, sight.offset), 0) / 60_000),
        })
  if (row.reached !== null)
    return (
      <BecameLine icon="phone-in" tone="text-answered" after={after} contact={row.reached}>
        {reachedText(row.reached, todayOf(row, sight))}
      </BecameLine>
    )
  const { outcome } = row.mark
  const written = outcome === null ? writtenText(row, todayOf(row, sight)) : null
  if (written !== null)
    return (
      <BecameLine icon="comment" tone="text-text-2" after={null}>
        {written}
      </BecameLine>
    )
  if (outcome === null) return null
  return (
    <BecameLine
      icon={OUTCOME_LABELS[outcome].icon}
      tone={outcome === 'no_answer' ? 'text-text-2' : 'text-answered'}
      after={row.is === 'open' ? null : after}
    >
      {outcomeLine(row.mark) ?? ''}
    </BecameLine>
  )
}

const BecameLine = ({
  icon,
  tone,
  after,
  contact,
  children,
}: {
  icon: 'phone-in' | 'check' | 'phone-missed' | 'busy' | 'comment'
  tone: string
  after: string | null
  contact?: Reached
  children: string
}) => (
  <span className="relative grid min-w-0 grid-cols-[16px_minmax(0,1fr)] gap-x-1.5">
    <Icon name={icon} className={classNames('mt-0.5', tone)} />
    <span className={classNames('truncate font-medium', tone)}>
      {contact === undefined || contact.oid === null ? (
        <Foreign>{children}</Foreign>
      ) : (
        <Link
          to="/objects/$oid/calls/$callId"
          params={{ oid: contact.oid, callId: String(contact.id) }}
          state={{ fromCallers: true }}
          className="after:absolute after:inset-0 hover:underline"
        >
          <Foreign>{children}</Foreign>
        </Link>
      )}
    </span>
    {after !== null && <span className="col-start-2 truncate text-12 text-text-3">{after}</span>}
  </span>
)
