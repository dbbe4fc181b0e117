import { expirationDay } from '#/analytics/evaluation/expiration.ts'
import type { ObjRead } from '#/contract/object.ts'
import { objectDetail } from '#/domain/cells/object-name.ts'
import { formatDay, formatNumber } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { sessionShare, sessionTone } from './object-list.ts'

export const PhoneLabel = ({ children }: { children: string }) => (
  <span className="text-text-3 desk:hidden">{children} </span>
)

export const DueBadges = ({ object }: { object: ObjRead }) => (
  <>
    {object.needs_renewing && (
      <Badge tone="warning" icon="clock" wraps>
        {m.needs_renewing()}
      </Badge>
    )}
    {object.needs_increasing && (
      <Badge tone="missed" icon="alert" wraps>
        {m.needs_increasing()}
      </Badge>
    )}
  </>
)

export const SiteOrNumber = ({ object }: { object: ObjRead }) => {
  const detail = objectDetail(object)
  return detail === null ? <Absent reason={m.no_site_or_number()} /> : <bdi>{detail}</bdi>
}

/** @param isNamed says what is on or off, where no column does */
export const Tracking = ({ on, isNamed = false }: { on: boolean | null; isNamed?: boolean }) => {
  if (on === null) return <Absent reason={m.object_tracking_unknown()} />
  return on ? (
    <StatusMark tone="answered" icon="check">
      {isNamed ? m.object_tracking_on() : m.tracking_on()}
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon="minus" className="text-text-3">
      {isNamed ? m.object_tracking_off() : m.tracking_off()}
    </StatusMark>
  )
}

export const SessionsCell = ({ object }: { object: ObjRead }) => {
  const { sessions_used: used, sessions: limit } = object
  if (used === null)
    return (
      <span className="phone:text-12">
        <PhoneLabel>{m.object_sessions()}</PhoneLabel>
        <Absent reason={m.no_count()} />
      </span>
    )
  const share = sessionShare(object)
  const allowed = limit === null ? '–' : formatNumber(limit)
  return (
    <span className="grid gap-1 tabular-nums">
      <span className="wrap-anywhere whitespace-normal">
        <span className="font-strong">{formatNumber(used)}</span>{' '}
        <span title={limit === null ? m.no_limit() : undefined} className="text-text-3">
          <span className="phone:hidden">{m.sessions_of({ limit: allowed })}</span>
          <span className="desk:hidden">{m.sessions_of_named({ limit: allowed })}</span>
        </span>
      </span>
      {share !== null && limit !== null && (
        <Progress
          kind="meter"
          label={m.object_sessions()}
          value={used}
          max={limit}
          valueText={m.sessions_of_limit({ used: formatNumber(used), limit: allowed })}
          tone={sessionTone(share)}
        />
      )}
    </span>
  )
}

export const Tariff = ({ object }: { object: ObjRead }) => (
  <>
    <span className="wrap-anywhere whitespace-normal desk:line-clamp-2">
      {object.tariff?.name ? <bdi>{object.tariff.name}</bdi> : <Absent reason={m.no_tariff()} />}
    </span>
    {object.is_upgradable && (
      <span className="block text-12 whitespace-normal text-text-2">{m.tariff_upgradable()}</span>
    )}
  </>
)

type Place = NonNullable<ObjRead['country']> & { readonly name_int?: string | null }

/** Distinct spellings, the user's language first if available; `name` is local. */
export const placeNames = (place: Place | null): string[] => {
  const own = [place?.name, place?.translated_name]
  const names = [...(getLocale() === 'ru' ? own : own.toReversed()), place?.name_int]
  return [...new Set(names.filter((name): name is string => Boolean(name?.trim())))]
}

export const City = ({ city }: Pick<ObjRead, 'city'>) => {
  const [name] = placeNames(city)
  return name === undefined ? (
    <Absent reason={m.no_city()} />
  ) : (
    <bdi className="wrap-anywhere whitespace-normal desk:line-clamp-2">{name}</bdi>
  )
}

/** Localised day with the service's text; unparsable ones as they are (G15). */
export const PaidUntil = ({ written }: { written: string | null }) => {
  if (!written) return <Absent reason={m.no_paid_until()} />
  const day = expirationDay(written)
  if (day !== null) return <span title={written}>{formatDay(day)}</span>
  return (
    <bdi className="wrap-anywhere whitespace-normal desk:line-clamp-2" title={written}>
      {written}
    </bdi>
  )
}
