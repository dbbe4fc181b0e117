import { useQuery } from '@tanstack/react-query'
import { objectsQuery } from '#/api/objects.ts'
import { ALERT_KINDS, AT_MOST, limitsOf, type AlertKind, type AtMost } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule, RuleField } from '#/contract/alerts/alerts.ts'
import { isReadable } from '#/contract/field.ts'
import { kindLabels } from '#/domain/alert-kind-labels.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { isLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AlertNames } from '../alerts/use-alert-names.ts'
import { ofKind } from './new-rule.ts'
import { PickSlot } from './pick-slot.tsx'
import { NumberSlot, SelectSlot, TextSlot } from './slots.tsx'

const AT_MOST_LABELS = {
  at_once: m.alerts_say_at_once,
  hourly: m.alerts_say_hourly,
  daily: m.alerts_say_daily,
} as const satisfies Record<AtMost, () => string>

const isKind = (value: string): value is AlertKind => ALERT_KINDS.some((kind) => kind === value)
const isAtMost = (value: string): value is AtMost => AT_MOST.some((one) => one === value)

export interface AlertSentenceProps {
  readonly rule: AlertRule
  readonly recipients: string
  readonly names: AlertNames
  readonly wrong: Partial<Record<RuleField, string>>
  readonly onRule: (rule: AlertRule) => void
  readonly onRecipients: (text: string) => void
}

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
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-16 text-text phone:gap-y-1">
      <span>{m.alerts_say_when()}</span>
      <SelectSlot
        label={m.alerts_slot_kind()}
        value={rule.kind}
        data-autofocus
        onChange={({ target: { value } }) => isKind(value) && onRule(ofKind(rule, value))}
      >
        {ALERT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels(kind).when()}
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
          <span>{kindLabels(rule.kind).unit?.(rule.threshold ?? 0)}</span>
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
        <span>{AT_MOST_LABELS.daily()}</span>
      ) : (
        <SelectSlot
          label={m.alerts_slot_at_most()}
          value={rule.at_most}
          onChange={({ target: { value } }) => isAtMost(value) && onRule({ ...rule, at_most: value })}
        >
          {AT_MOST.map((one) => (
            <option key={one} value={one}>
              {AT_MOST_LABELS[one]()}
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
    </div>
  )
}

const About = ({ rule, names, onRule }: Pick<AlertSentenceProps, 'rule' | 'names' | 'onRule'>) => {
  const { scope } = useSignedIn()
  const only = rule.clients?.length === 1 ? rule.clients[0]! : null
  const hasObjects = names.isManager ? only !== null : true
  const { data } = useQuery({
    ...objectsQuery({ principal: scope.principal, client: only }, undefined),
    enabled: hasObjects,
  })
  const objects = (data?.objects ?? [])
    .filter(isReadable)
    .map((object) => ({ id: object.oid, name: objectName(object) }))
  const chosen = rule.objects ?? []
  const titles = chosen.map((oid) => objects.find(({ id }) => id === oid)?.name)
  const objectsText =
    chosen.length === 0
      ? m.alerts_all_objects()
      : chosen.length <= 2 && titles.every((title) => title !== undefined)
        ? titles.join(', ')
        : m.alerts_objects(counted(chosen.length))
  const clients = rule.clients ?? []
  return (
    <>
      {names.isManager && (
        <PickSlot
          label={m.alerts_slot_client()}
          text={
            clients.length > 2
              ? m.alerts_clients(counted(clients.length))
              : names.aboutText({ ...rule, objects: null })
          }
          all={m.alerts_all_clients(counted(names.clients.length))}
          options={names.clients}
          chosen={rule.clients}
          onChange={(picked) => onRule({ ...rule, clients: picked && [...picked], objects: null })}
        />
      )}
      {hasObjects && (
        <PickSlot
          label={m.alerts_slot_object()}
          text={objectsText}
          all={m.alerts_all_objects()}
          options={objects}
          chosen={rule.objects}
          onChange={(picked) => onRule({ ...rule, objects: picked && [...picked] })}
        />
      )}
    </>
  )
}
