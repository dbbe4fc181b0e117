import { expirationDay } from '#/analytics/judge/expiration.ts'
import { runway } from '#/analytics/judge/runway.ts'
import { OBJECT_STATUS, type ObjectStatus } from '#/contract/codes.ts'
import type { ObjRead } from '#/contract/object.ts'
import { RunwayFigure } from '#/domain/runway/runway-figure.tsx'
import { useToday } from '#/domain/period/use-today.ts'
import { Copied, TextValue } from '#/domain/marks/values.tsx'
import { CountCell, SessionsCell } from '#/features/objects/list/object-cells.tsx'
import { formatPhone, parseWallClock, phoneE164 } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Fact } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Day, WideFacts, YesNo } from './field-values.tsx'

/** Region "Facts": what is tracked, how long it still runs, where it is and what the service calls it. */
export const Facts = ({ object }: { object: ObjRead }) => (
  <Section title={m.object_facts()}>
    <div className="mt-1 grid gap-x-4 gap-y-1 phone:gap-y-2 @min-[720px]:grid-cols-2 @min-[960px]:grid-cols-3">
      <Tracked object={object} />
      <Runs object={object} />
      <Known object={object} />
    </div>
  </Section>
)

const Tracked = ({ object }: { object: ObjRead }) => {
  const { phone_number: number } = object
  return (
    <WideFacts>
      <Fact label={m.object_number()}>
        {number ? (
          <Copied text={phoneE164(number) ?? number} label={m.copy_what({ what: m.object_number_to_copy() })}>
            <TextValue value={formatPhone(number)} />
          </Copied>
        ) : (
          <Absent reason={m.object_no_number()} />
        )}
      </Fact>
      <Fact label={m.object_caller_id()}>
        <YesNo value={object.forward_caller_id} />
      </Fact>
      <Fact label={m.object_sip()}>
        {object.use_sip === null ? (
          <Absent reason={m.not_supplied()} />
        ) : object.use_sip ? (
          m.object_sip_used()
        ) : (
          m.object_sip_not_used()
        )}
      </Fact>
      <Fact label={m.object_sip_address()}>
        {object.sip_uri ? (
          <Copied text={object.sip_uri} label={m.copy_what({ what: m.object_sip_address() })}>
            <TextValue value={object.sip_uri} />
          </Copied>
        ) : (
          <Absent reason={m.object_sip_no_address()} />
        )}
      </Fact>
      <Fact label={m.object_calls()}>
        <CountCell value={object.calls_count} />
      </Fact>
      <Fact label={m.object_numbers()}>
        <CountCell value={object.numbers} />
      </Fact>
    </WideFacts>
  )
}

const Runs = ({ object }: { object: ObjRead }) => {
  const today = useToday(null)
  const { sessions_reset_date: reset, expiration_date: expiration } = object
  return (
    <WideFacts>
      <Fact label={m.object_sessions()}>
        <span className="block desk:max-w-40">
          <SessionsCell object={object} />
        </span>
      </Fact>
      <Fact label={m.object_sessions_reset()}>
        <Day
          written={reset}
          day={parseWallClock(reset)?.day ?? expirationDay(reset)}
          absent={m.object_no_reset()}
        />
      </Fact>
      <Fact label={m.object_paid_until()}>
        <Day written={expiration} day={expirationDay(expiration)} absent={m.no_paid_until()} />
      </Fact>
      <Fact label={m.runway()}>
        <span className="block max-w-60">
          <RunwayFigure runway={runway(object, today)} />
        </span>
      </Fact>
      <Fact label={m.needs_renewing()}>
        <YesNo value={object.needs_renewing} />
      </Fact>
      <Fact label={m.needs_increasing()}>
        <YesNo value={object.needs_increasing} />
      </Fact>
      <Fact label={m.upgradable()}>
        <YesNo value={object.is_upgradable} />
      </Fact>
    </WideFacts>
  )
}

const Known = ({ object }: { object: ObjRead }) => {
  const { city, country } = object
  return (
    <WideFacts>
      <Fact label={m.object_city()}>
        <Place names={[...inOwnLanguage(city), city?.name_int]} id={city?.id ?? null} />
      </Fact>
      <Fact label={m.object_this_city_only()}>
        <YesNo value={object.current_city_only} />
      </Fact>
      <Fact label={m.object_country()}>
        <Place names={inOwnLanguage(country)} id={country?.id ?? null} />
      </Fact>
      <Fact label={m.object_state()}>
        <State status={object.status} />
      </Fact>
      <Fact label={m.object_id()}>
        <Copied text={object.oid} label={m.copy_what({ what: m.object_id() })}>
          <TextValue value={object.oid} />
        </Copied>
      </Fact>
      <Fact label={m.object_alias()}>
        {object.alias ? (
          <Copied text={object.alias} label={m.copy_what({ what: m.object_alias() })}>
            <TextValue value={object.alias} />
          </Copied>
        ) : (
          <Absent reason={m.not_supplied()} />
        )}
      </Fact>
    </WideFacts>
  )
}

/** `name` is the place's own, in Russian where it is Russian. */
const inOwnLanguage = (place: ObjRead['country']) =>
  getLocale() === 'ru' ? [place?.name, place?.translated_name] : [place?.translated_name, place?.name]

/** The name in the reader's language first; its other writings and its number stand behind, for who looks it up. */
const Place = ({ names, id }: { names: readonly (string | null | undefined)[]; id: number | null }) => {
  const [name = null, ...others] = [...new Set(names.filter((one) => !!one?.trim()))] as string[]
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

/** Only `active` is seen in answers (API document 3.1): any other word than the five is shown as it is written. */
const State = ({ status }: { status: string | null }) =>
  status !== null && isObjectStatus(status) ? STATE_WORD[status]() : <TextValue value={status} />
