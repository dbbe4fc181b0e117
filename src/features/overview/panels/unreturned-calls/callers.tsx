import { Link } from '@tanstack/react-router'
import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import { PhoneLink } from '#/domain/cells/phone-link.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { counted, formatShortDateTime, parseWallClock, timeOf } from '#/i18n/format.ts'
import { formatPhone, phoneToCopy } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { Icon } from '#/ui/icon.tsx'
import { copyShown } from '#/domain/copy.ts'
import { minutesSince } from './waiting-callers.ts'
import { twoDigits } from '#/contract/day.ts'

const WORDS_SHOWN = 200

export const Callers = ({ callers }: { callers: readonly UnreturnedCall[] }) => (
  <ul aria-label={m.missed_callers_title()} className="mt-1 text-13 text-text">
    {callers.map((caller) => (
      <Caller key={caller.caller} caller={caller} />
    ))}
  </ul>
)

const Caller = ({ caller }: { caller: UnreturnedCall }) => {
  const { objectTitle } = useOverview('objectTitle')
  const hidden = useHidden()
  const later = useLater()
  const { days, today } = useOverview('days', 'today')
  const { oid, callId, attempts } = caller
  const isFirstTime = caller.isFirstTime && !hidden.dimension('kind')
  const source = hidden.dimension('source') ? null : (caller.source ?? m.sources_without_source())
  const where = [source, objectTitle(oid)]
    .filter((word) => word !== null)
    .map((word) => cutText(word, WORDS_SHOWN))
  return (
    <li className="grid min-h-11 grid-cols-[16px_minmax(0,1fr)_auto_28px] items-center gap-x-2 border-b border-line py-0.5 hover:bg-hover phone:min-h-15 phone:grid-cols-[16px_minmax(0,1fr)_auto_40px]">
      <Icon name="phone-missed" className="text-missed" />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-x-2 tabular-nums">
          <PhoneLink phone={caller.caller} className="font-strong" />
          {isFirstTime && (
            <span className="shrink-0 text-12 text-text-2 min-[1180px]:max-[1599px]:hidden phone:hidden">
              {m.first_time()}
            </span>
          )}
        </span>
        <span className="truncate text-12 text-text-2 phone:-mt-2" title={where.join(' · ')}>
          {isFirstTime && (
            <span className="hidden min-[1180px]:max-[1599px]:inline phone:inline">{m.first_time()} · </span>
          )}
          {where.map((word, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{word}</bdi>
            </span>
          ))}
        </span>
        {later && days.to < today && <later.ReachedLaterNote caller={caller} />}
      </span>
      <span className="grid text-right tabular-nums">
        {oid === null ? (
          <When caller={caller} />
        ) : (
          <Link
            to="/objects/$oid/calls/$callId"
            params={{ oid, callId: String(callId) }}
            title={m.missed_callers_open()}
            className="inline-flex min-h-6 items-center justify-end rounded-1 decoration-line-control underline-offset-3 hover:underline phone:min-h-10"
          >
            <When caller={caller} />
            <span className="sr-only">, {m.missed_callers_open()}</span>
          </Link>
        )}
        <span className="text-12 text-text-3 phone:-mt-2">{m.missed_callers_tries(counted(attempts))}</span>
      </span>
      <IconButton
        icon="copy"
        label={m.missed_callers_copy({ number: formatPhone(caller.caller) })}
        onClick={() => void copyShown(phoneToCopy(caller.caller))}
      />
    </li>
  )
}

/** Time ago for today's calls, else day and time by the call's clock (G6). */
const When = ({ caller }: { caller: UnreturnedCall }) => {
  const { now, offset } = useOverview('now', 'offset')
  const written = `${caller.day}T${timeOf(caller.minute)}`
  const clock = parseWallClock(written)
  const since = minutesSince(caller, now, offset)
  const date = clock === null ? caller.day : formatShortDateTime(clock)
  return (
    <time dateTime={written} title={date}>
      {since === null
        ? date
        : since < 60
          ? m.missed_callers_minutes({ minutes: since })
          : m.missed_callers_hours({
              hours: Math.floor(since / 60),
              minutes: twoDigits(since % 60),
            })}
    </time>
  )
}
