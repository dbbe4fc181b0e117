import { limitsOf, MIN_CALLS, READINGS, requestsPerDay } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule, RuleField } from '#/contract/alerts/alerts.ts'
import { counted, formatNumber, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { NumberSlot, SelectSlot } from './slots.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 60)

interface LimitsProps {
  readonly rule: AlertRule
  readonly wrong: Partial<Record<RuleField, string>>
  /** Clients evaluated; 1 without agency. */
  readonly accounts: number
  readonly onRule: (rule: AlertRule) => void
}

export const Limits = ({ rule, wrong, accounts, onRule }: LimitsProps) => {
  const each = requestsPerDay(rule)
  const { hasReadings } = limitsOf(rule.kind)
  const { quiet } = rule
  const hour = (which: 'from' | 'to') => (
    <SelectSlot
      label={which === 'from' ? m.alerts_quiet_from() : m.alerts_quiet_to()}
      value={String(quiet?.[which] ?? 0)}
      className="text-13"
      onChange={({ target: { value } }) =>
        quiet && onRule({ ...rule, quiet: { ...quiet, [which]: Number(value) } })
      }
    >
      {HOURS.map((minute) => (
        <option key={minute} value={minute}>
          {timeOf(minute)}
        </option>
      ))}
    </SelectSlot>
  )
  return (
    <div className="mt-3 grid gap-1.5 text-13 text-text-2">
      {rule.min_calls !== null && (
        <p className="flex flex-wrap items-center gap-1.5">
          <span>{m.alerts_min_calls()}</span>
          <NumberSlot
            label={m.alerts_min_calls_label()}
            value={rule.min_calls}
            {...MIN_CALLS}
            invalid={wrong.min_calls !== undefined}
            onChange={(min_calls) => onRule({ ...rule, min_calls: min_calls ?? 0 })}
          />
          <span>{m.alerts_min_calls_after()}</span>
        </p>
      )}
      {rule.kind === 'plan_behind' && rule.threshold !== null && (
        <p>{m.alerts_earlier_plan(counted(rule.threshold))}</p>
      )}
      {hasReadings && (
        <p className="flex flex-wrap items-center gap-1.5">
          <span>{m.alerts_readings()}</span>
          <NumberSlot
            label={m.alerts_readings_label()}
            value={rule.readings}
            {...READINGS}
            invalid={wrong.readings !== undefined}
            onChange={(readings) => onRule({ ...rule, readings: readings ?? 0 })}
          />
          <span>{m.alerts_readings_after(counted(rule.readings))}</span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Checkbox
          checked={quiet !== null}
          onChange={({ target }) =>
            onRule({ ...rule, quiet: target.checked ? { from: 21 * 60, to: 8 * 60 } : null })
          }
        >
          {m.alerts_quiet()}
        </Checkbox>
        {quiet && (
          <>
            {hour('from')}
            <span>{m.alerts_quiet_until()}</span>
            {hour('to')}
            <span className="text-text-3">{m.alerts_quiet_clock()}</span>
          </>
        )}
      </div>
      <p className="text-12 text-text-3">
        {rule.at_most === 'at_once' && `${quiet ? m.alerts_looked_working() : m.alerts_looked_always()} `}
        {m.alerts_requests(counted(each * accounts))}
        {accounts > 1 && ` ${m.alerts_requests_each({ each: formatNumber(each), ...counted(accounts) })}`}
      </p>
    </div>
  )
}
