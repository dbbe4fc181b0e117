import { useId, useState, type ReactNode } from 'react'
import { expirationDay } from '#/analytics/evaluation/expiration.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { OBJECT_STATUS, type ObjectStatus } from '#/contract/codes.ts'
import type { ObjRead } from '#/contract/object.ts'
import { ExpiryForecastFigure } from '#/domain/expiry-forecast/expiry-forecast-figure.tsx'
import { useObjectDays } from '#/domain/period/contacts-clock.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { Copied, FirstOf, PhoneValue, TextValue } from '#/domain/cells/values.tsx'
import { placeNames, SessionsCell } from '#/features/objects/list/object-cells.tsx'
import { counted, formatDay, parseWallClock } from '#/i18n/format.ts'
import { phoneToCopy } from '#/i18n/phone.ts'
import { CountValue } from '#/domain/cells/count-value.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { LinkButton } from '#/ui/control/button.tsx'
import { Fact } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Day, YesNo } from './field-values.tsx'

export const Facts = ({ object }: { object: ObjRead }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const known = useKnown(object)
  const others = othersOf(object)
  return (
    <Section title={m.object_facts()}>
      <FactGrid facts={known} />
      <p className="mt-2 text-13 phone:mt-3">
        <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? m.object_fewer_values() : m.object_all_values(counted(known.length + others.length))}
        </LinkButton>
      </p>
      <div id={id} className="mt-2 empty:hidden">
        {isOpen && <FactGrid facts={others} />}
      </div>
    </Section>
  )
}

interface NamedFact {
  readonly label: string
  readonly value: ReactNode
}

const FactGrid = ({ facts }: { facts: readonly NamedFact[] }) => (
  <dl className="mt-1 grid grid-cols-[132px_minmax(0,1fr)] content-start gap-x-4 gap-y-1.5 text-13 tabular-nums phone:grid-cols-[136px_minmax(0,1fr)] phone:gap-y-2 phone:text-14 @min-[720px]:grid-cols-[repeat(2,132px_minmax(0,1fr))] @min-[960px]:grid-cols-[repeat(3,120px_minmax(0,1fr))]">
    {facts.map(({ label, value }) => (
      <Fact key={label} label={label}>
        {value}
      </Fact>
    ))}
  </dl>
)

const copied = (value: string | null, label: string, absent: string) =>
  value ? (
    <Copied text={value} label={m.copy_what({ what: label })}>
      <TextValue value={value} />
    </Copied>
  ) : (
    <Absent reason={absent} />
  )

const useKnown = (object: ObjRead): readonly NamedFact[] => {
  const { scope } = useSignedIn()
  const today = useObjectDays(scope, object.oid)(object.oid)
  const { own_number: number, city, expiration_date: expiration, use_sip: usesSip } = object
  return [
    {
      label: m.object_number(),
      value: number ? (
        <Copied text={phoneToCopy(number)} label={m.copy_what({ what: m.object_number_to_copy() })}>
          <PhoneValue phone={number} />
        </Copied>
      ) : (
        <Absent reason={m.object_no_number()} />
      ),
    },
    { label: m.object_city(), value: <TextValue value={placeNames(city)[0] ?? null} /> },
    {
      label: m.object_sessions(),
      value: (
        <>
          <span className="block desk:max-w-40">
            <SessionsCell object={object} />
          </span>
          <span className="block pt-1 text-12 text-text-3">
            <Reset written={object.sessions_reset_date} today={today} />
          </span>
        </>
      ),
    },
    {
      label: m.object_paid_until(),
      value: <Day written={expiration} day={expirationDay(expiration)} absent={m.no_paid_until()} />,
    },
    {
      label: m.runway(),
      value: (
        <span className="block max-w-60">
          <ExpiryForecastFigure expiry={forecastExpiry(object, today)} />
        </span>
      ),
    },
    { label: m.object_id(), value: copied(object.oid, m.object_id(), m.not_supplied()) },
    { label: m.object_calls(), value: <CountValue value={object.calls_count} /> },
    { label: m.object_caller_id(), value: <YesNo value={object.forward_caller_id} /> },
    {
      label: m.object_sip(),
      value:
        usesSip === null ? (
          <Absent reason={m.not_supplied()} />
        ) : usesSip ? (
          m.object_sip_used()
        ) : (
          m.object_sip_not_used()
        ),
    },
  ]
}

/** `sessions_reset_date` may be past or future. */
const Reset = ({ written, today }: { written: string | null; today: string }) => {
  if (!written?.trim()) return m.object_reset_none()
  const day = parseWallClock(written)?.day ?? expirationDay(written)
  if (day === null)
    return (
      <>
        {m.object_reset()} <TextValue value={written} />
      </>
    )
  const say = day < today ? m.object_reset_last : day > today ? m.object_reset_next : m.object_reset_today
  return (
    <time dateTime={day} title={written}>
      {say({ day: formatDay(day) })}
    </time>
  )
}

const othersOf = (object: ObjRead): readonly NamedFact[] => [
  { label: m.object_state(), value: <State status={object.status} /> },
  { label: m.object_alias(), value: copied(object.alias, m.object_alias(), m.not_supplied()) },
  { label: m.object_number_in_service(), value: <NumbersInService object={object} /> },
  {
    label: m.object_sip_address(),
    value: copied(object.sip_uri, m.object_sip_address(), m.object_sip_no_address()),
  },
  { label: m.object_numbers(), value: <CountValue value={object.numbers} /> },
  { label: m.object_this_city_only(), value: <YesNo value={object.current_city_only} /> },
  {
    label: m.object_city_in_service(),
    value: <Place place={object.city} />,
  },
  {
    label: m.object_country(),
    value: <Place place={object.country} />,
  },
  { label: m.needs_renewing(), value: <YesNo value={object.needs_renewing} /> },
  { label: m.needs_increasing(), value: <YesNo value={object.needs_increasing} /> },
  { label: m.upgradable(), value: <YesNo value={object.is_upgradable} /> },
]

const NumbersInService = ({ object }: { object: ObjRead }) => {
  const ids = [
    object.email_notification?.obj_email_notify_config?.obj_id ?? null,
    ...object.client_phone_numbers.map(({ obj_id: id }) => id),
  ]
  const own = [...new Set(ids)].flatMap((id) => (id === null ? [] : String(id)))
  return own.length === 0 ? (
    <Absent reason={m.not_supplied()} />
  ) : (
    <FirstOf items={own} limit={IDS_SHOWN}>
      {(shown) => shown.join(', ')}
    </FirstOf>
  )
}
const IDS_SHOWN = 5

/** Localised name first, then other spellings and the id. */
const Place = ({ place }: { place: ObjRead['city'] | ObjRead['country'] }) => {
  const [name = null, ...others] = placeNames(place)
  const id = place?.id ?? null
  const more = [...others, ...(id === null ? [] : [m.object_place_id({ id })])]
  return (
    <>
      <TextValue value={name} />
      {more.length > 0 && (
        <span className="block text-12 text-text-3">
          {more.map((word, index) => (
            <span key={word}>
              {index > 0 && ' · '}
              <bdi>{word}</bdi>
            </span>
          ))}
        </span>
      )}
    </>
  )
}

const STATE_WORD = {
  pending: m.object_state_pending,
  check: m.object_state_check,
  active: m.object_state_active,
  disabled: m.object_state_disabled,
  deleted: m.object_state_deleted,
} as const satisfies Record<ObjectStatus, () => string>

const isObjectStatus = (status: string): status is ObjectStatus => Object.hasOwn(OBJECT_STATUS, status)

const State = ({ status }: { status: string | null }) =>
  status !== null && isObjectStatus(status) ? STATE_WORD[status]() : <TextValue value={status} />
