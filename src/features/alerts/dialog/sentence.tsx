import { useQuery } from '@tanstack/react-query'
import { objectsQuery } from '#/api/objects.ts'
import { ALERT_KINDS, AT_MOST, limitsOf, type AlertKind, type AtMost } from '#/contract/alerts/alert-kinds.ts'
import { type AlertRule, type RuleField } from '#/contract/alerts/alerts.ts'
import { isReadable } from '#/contract/field.ts'
import { objectName } from '#/domain/marks/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { isLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AlertNames } from '../alerts/use-alert-names.ts'
import { ofKind } from './new-rule.ts'
import { NumberSlot, SelectSlot, TextSlot } from './slots.tsx'

/** What happens, as the sentence goes on after "When". */
const HAPPENS = {
  missed_caller: m.alerts_when_missed_caller,
  waiting: m.alerts_when_waiting,
  silent: m.alerts_when_silent,
  missed_rate: m.alerts_when_missed_rate,
  below_usual: m.alerts_when_below_usual,
  stops: m.alerts_when_stops,
  plan_behind: m.alerts_when_plan_behind,
  trouble: m.alerts_when_trouble,
} as const satisfies Record<AlertKind, () => string>

const UNIT: Partial<Record<AlertKind, (value: number) => string>> = {
  waiting: (value) => m.alerts_unit_minutes(counted(value)),
  missed_rate: () => '%',
  below_usual: () => '%',
  stops: (value) => m.alerts_unit_days(counted(value)),
  plan_behind: (value) => m.alerts_unit_targets(counted(value)),
}

const AT_MOST_SAID = {
  at_once: m.alerts_say_at_once,
  hourly: m.alerts_say_hourly,
  daily: m.alerts_say_daily,
} as const satisfies Record<AtMost, () => string>

const isKind = (value: string): value is AlertKind => ALERT_KINDS.some((kind) => kind === value)
const isAtMost = (value: string): value is AtMost => AT_MOST.some((one) => one === value)

const ALL = ''

export interface AlertSentenceProps {
  readonly rule: AlertRule
  readonly recipients: string
  readonly names: AlertNames
  readonly wrong: Partial<Record<RuleField, string>>
  readonly onRule: (rule: AlertRule) => void
  readonly onRecipients: (text: string) => void
}

/** The whole alert in one sentence, each part of which can be changed. */
export const AlertSentence = ({
  rule,
  recipients,
  names,
  wrong,
  onRule,
  onRecipients,
}: AlertSentenceProps) => {
  const { threshold: range, isDaily } = limitsOf(rule.kind)
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-16 text-text phone:gap-y-1">
      <span>{m.alerts_say_when()}</span>
      <SelectSlot
        label={m.alerts_slot_kind()}
        value={rule.kind}
        data-autofocus
        onChange={({ target: { value } }) => isKind(value) && onRule(ofKind(rule, value))}
      >
        {ALERT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {HAPPENS[kind]()}
          </option>
        ))}
      </SelectSlot>
      {range && (
        <>
          <NumberSlot
            label={m.alerts_slot_threshold()}
            value={rule.threshold}
            min={range.min}
            max={range.max}
            invalid={wrong.threshold !== undefined}
            onChange={(threshold) => onRule({ ...rule, threshold })}
          />
          <span>{UNIT[rule.kind]?.(rule.threshold ?? 0)}</span>
        </>
      )}
      <span>{m.alerts_say_for()}</span>
      <About rule={rule} names={names} onRule={onRule} />
      <span className="basis-full" />
      <span>{m.alerts_say_tell()}</span>
      <TextSlot
        label={m.alerts_slot_to()}
        value={recipients}
        placeholder={m.alerts_to_placeholder()}
        invalid={wrong.to !== undefined}
        onChange={onRecipients}
      />
      {isDaily ? (
        <span>{AT_MOST_SAID.daily()}</span>
      ) : (
        <SelectSlot
          label={m.alerts_slot_at_most()}
          value={rule.at_most}
          onChange={({ target: { value } }) => isAtMost(value) && onRule({ ...rule, at_most: value })}
        >
          {AT_MOST.map((one) => (
            <option key={one} value={one}>
              {AT_MOST_SAID[one]()}
            </option>
          ))}
        </SelectSlot>
      )}
      <span>{m.alerts_say_in()}</span>
      <SelectSlot
        label={m.language()}
        value={rule.language}
        onChange={({ target: { value } }) => isLocale(value) && onRule({ ...rule, language: value })}
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectSlot>
    </p>
  )
}

/** Of which client, and of which of its objects. */
const About = ({ rule, names, onRule }: Pick<AlertSentenceProps, 'rule' | 'names' | 'onRule'>) => {
  const { scope } = useSignedIn()
  const only = rule.clients?.length === 1 ? rule.clients[0]! : null
  const several = rule.clients !== null && rule.clients.length > 1
  const hasObjects = names.isManager ? only !== null : true
  const { data } = useQuery({
    ...objectsQuery({ principal: scope.principal, client: only }, undefined),
    enabled: hasObjects,
  })
  const objects = (data?.objects ?? []).filter(isReadable)
  const chosen = rule.objects ?? []
  return (
    <>
      {names.isManager && (
        <SelectSlot
          label={m.alerts_slot_client()}
          value={several ? 'several' : (only ?? ALL)}
          onChange={({ target: { value } }) =>
            value !== 'several' && onRule({ ...rule, clients: value === ALL ? null : [value], objects: null })
          }
        >
          <option value={ALL}>{m.alerts_all_clients(counted(names.clients.length))}</option>
          {several && <option value="several">{names.aboutText({ ...rule, objects: null })}</option>}
          {names.clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectSlot>
      )}
      {hasObjects && (
        <SelectSlot
          label={m.alerts_slot_object()}
          value={chosen.length > 1 ? 'several' : (chosen[0] ?? ALL)}
          onChange={({ target: { value } }) =>
            value !== 'several' && onRule({ ...rule, objects: value === ALL ? null : [value] })
          }
        >
          <option value={ALL}>{m.alerts_all_objects()}</option>
          {chosen.length > 1 && <option value="several">{m.alerts_objects(counted(chosen.length))}</option>}
          {objects.map((object) => (
            <option key={object.oid} value={object.oid}>
              {objectName(object)}
            </option>
          ))}
        </SelectSlot>
      )}
    </>
  )
}
