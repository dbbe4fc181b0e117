import type { ReactNode } from 'react'
import type { Live, LiveObject } from '#/contract/live/live.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { minutesWaited, usualLabel, waitLabel } from './live-labels.ts'
import { useNow } from './use-now.ts'

const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.includes(null) ? null : numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

const usualNote = (objects: readonly LiveObject[]): string | null => {
  const known = objects.filter(({ usual }) => usual !== null)
  if (known.length === 0) return null
  const count = usualLabel(sum(known.map(({ usual }) => usual)) ?? 0)
  if (objects.every(({ usual, contacts }) => usual !== null || contacts === 0))
    return m.live_usual_by_now({ count })
  return m.live_usual_by_now_of_some({
    known: formatNumber(known.length),
    all: formatNumber(objects.length),
    contacts: formatNumber(sum(known.map(({ contacts }) => contacts)) ?? 0),
    count,
  })
}

export const DayFigures = ({ live: { objects, waiting, is_today_read } }: { live: Live }) => {
  const contacts = sum(objects.map((object) => object.contacts)) ?? 0
  const calls = sum(objects.map((object) => object.calls)) ?? 0
  const missed = sum(objects.map((object) => object.missed))
  const longest = waiting?.callers[0]?.at ?? null
  return (
    <section aria-label={m.live_today()} className="live-figures">
      <Figure
        label={m.live_contacts()}
        value={formatNumber(contacts)}
        isPartial={!is_today_read}
        note={usualNote(objects)}
      />
      <Figure
        label={m.live_missed()}
        value={missed === null ? null : formatNumber(missed)}
        isPartial={!is_today_read}
        note={
          missed === null
            ? null
            : calls === 0
              ? m.live_no_calls()
              : m.live_missed_rate({ rate: formatPercent(missed / calls) })
        }
        {...(missed !== null && missed > 0 && { tone: 'missed' as const })}
      />
      <Figure
        label={m.live_waiting()}
        value={waiting === null ? null : formatNumber(waiting.total)}
        isPartial={!is_today_read}
        note={
          waiting === null ? null : waiting.total > 0 ? (
            <Longest since={longest} />
          ) : calls === 0 ? (
            m.live_no_calls()
          ) : (
            m.live_nobody_waits()
          )
        }
        {...(waiting !== null &&
          (waiting.total > 0 || calls > 0) && {
            tone: waiting.total === 0 ? ('answered' as const) : ('warning' as const),
          })}
      />
    </section>
  )
}

const GLYPH = { missed: 'phone-missed', warning: 'clock', answered: 'check' } as const satisfies Record<
  string,
  IconName
>

const Figure = ({
  label,
  value,
  note,
  tone: final,
  isPartial,
}: {
  label: string
  /** Null: hidden. */
  value: string | null
  note: ReactNode
  tone?: keyof typeof GLYPH
  /** Incomplete. */
  isPartial: boolean
}) => {
  const tone = isPartial ? undefined : final
  return (
    <div className="live-figure">
      <p className="live-label">{label}</p>
      <p
        title={value === null ? m.live_hidden() : undefined}
        className={classNames('live-value tabular-nums', isPartial ? 'live-quieter' : tone && `live-${tone}`)}
      >
        {value ?? '–'}
        {tone && value !== null && <Icon name={GLYPH[tone]} />}
      </p>
      <p className="live-note tabular-nums">{isPartial && value !== null ? m.live_so_far() : note}</p>
    </div>
  )
}

const Longest = ({ since }: { since: string | null }) => {
  const minutes = useNow((now) => minutesWaited(since, now) ?? -1)
  return minutes < 0 ? null : m.live_longest({ time: waitLabel(minutes) })
}
