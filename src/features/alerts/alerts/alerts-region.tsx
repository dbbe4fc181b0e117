import { useId } from 'react'
import { currentTime } from '#/api/transport/server-facts.ts'
import type { Alert, AlertsAnswer } from '#/contract/alerts/alerts.ts'
import { dayAt, momentAt } from '#/contract/day.ts'
import { StoredInCallboard } from '#/domain/notice/stored-in-callboard.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { formatShortDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { RowMenu, Recipients } from '#/features/alerts/row-parts.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { Table, Td, Th, Tr, TwoLines } from '#/ui/table/table.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { AlertKind, AtMost } from '#/contract/alerts/alert-kinds.ts'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { reasonLabel } from '#/features/alerts/reason-labels.ts'
import { alertTitle } from '#/domain/alert-kind-labels.ts'
import { useAlertChanges } from './use-alert-changes.ts'
import type { AlertNames } from './use-alert-names.ts'

const whenText = (instant: number): string => {
  const { day, minute } = momentAt(instant, null)
  const time = timeOf(minute)
  return day === dayAt(currentTime(), null)
    ? m.alerts_today({ time })
    : m.alerts_on_day({ day: formatShortDay(day), time })
}

const WIDTHS = [44, null, 96, null, 124, 44]

interface RegionProps {
  readonly alerts: readonly Alert[]
  readonly stalled: AlertsAnswer['stalled']
  readonly names: AlertNames
  readonly onEdit: (alert: Alert) => void
  readonly onNew: (kind: AlertKind) => void
}

export const AlertsRegion = (props: RegionProps) => {
  const { alerts, onNew } = props
  const isPhone = useIsPhone()
  const Rows = isPhone ? AlertCards : AlertsTable
  return (
    <Section
      title={m.alerts_region()}
      note={
        <>
          <span className="phone:hidden">{m.alerts_region_note()}, </span>
          <StoredInCallboard />
        </>
      }
      className="px-4"
    >
      {alerts.length === 0 ? <NoAlerts onNew={onNew} /> : <Rows {...props} />}
    </Section>
  )
}

const NoAlerts = ({ onNew }: Pick<RegionProps, 'onNew'>) => (
  <StateMessage
    icon="bell"
    title={m.alerts_none()}
    actions={
      <>
        <Button onClick={() => onNew('missed_caller')}>{m.alerts_missed_caller()}</Button>
        <Button onClick={() => onNew('silent')}>{m.alerts_silent()}</Button>
      </>
    }
  >
    {m.alerts_none_text()}
  </StateMessage>
)

const useRowActs = ({ names, onEdit }: Pick<RegionProps, 'names' | 'onEdit'>) => {
  const { turn, remove } = useAlertChanges()
  const blocked = useSaveBlocked(true)
  return {
    toggle: (alert: Alert) => (
      <OnSwitch
        label={`${alertTitle(alert)}, ${names.aboutText(alert)}`}
        isOn={alert.is_on}
        disabledReason={blocked}
        onChange={(isOn) => turn(alert, isOn)}
      />
    ),
    menu: (alert: Alert) => (
      <RowMenu
        label={m.alerts_more({ title: alertTitle(alert) })}
        items={[
          { id: 'edit', label: m.alerts_edit(), onSelect: () => onEdit(alert) },
          { id: 'delete', label: m.alerts_delete(), disabledReason: blocked, onSelect: () => remove(alert) },
        ]}
      />
    ),
  }
}

const To = ({ alert: { to, webhook } }: { alert: Alert }) => {
  const all = [...to, ...(webhook === null ? [] : [webhook])]
  return all.length === 0 ? (
    <span className="text-text-3">{m.alerts_to_nobody()}</span>
  ) : (
    <Recipients to={all} className="inline-flex max-w-full align-bottom" />
  )
}

const LastNotification = ({ alert }: { alert: Alert }) =>
  alert.fired_at === null ? (
    <span title={m.alerts_never()} className="text-text-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{m.alerts_never()}</span>
    </span>
  ) : (
    whenText(alert.fired_at)
  )

const Stalled = ({ alert, stalled }: { alert: Alert } & Pick<RegionProps, 'stalled'>) => {
  const found = stalled.find((one) => one.alert === alert.id)
  return (
    found && (
      <span className="block text-12 wrap-anywhere whitespace-normal text-warning">
        {m.alerts_stalled({ why: reasonLabel(found.reason) })}
      </span>
    )
  )
}

const AlertsTable = ({ alerts, stalled, names, onEdit }: RegionProps) => {
  const { toggle, menu } = useRowActs({ names, onEdit })
  return (
    <Table aria-label={m.alerts_region()} edge="none" widths={WIDTHS}>
      <thead>
        <tr>
          <Th>
            <span className="sr-only">{m.alerts_on()}</span>
          </Th>
          <Th>{m.alerts_alert()}</Th>
          <Th>{m.alerts_how_often()}</Th>
          <Th>{m.alerts_to()}</Th>
          <Th>{m.alerts_last()}</Th>
          <Th>
            <span className="sr-only">{m.alerts_actions()}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <Tr key={alert.id} height="two-line">
            <Td>{toggle(alert)}</Td>
            <Td className={classNames('py-1.5', !alert.is_on && 'text-text-2')}>
              <TwoLines
                first={<span className="font-semibold whitespace-normal">{alertTitle(alert)}</span>}
                second={<bdi>{names.aboutText(alert)}</bdi>}
              />
              <Stalled alert={alert} stalled={stalled} />
            </Td>
            <Td>{AT_MOST_WORD[alert.at_most]()}</Td>
            <Td className="truncate">
              <To alert={alert} />
            </Td>
            <Td className="tabular-nums">
              <LastNotification alert={alert} />
            </Td>
            <Td className="text-right">{menu(alert)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const AlertCards = ({ alerts, stalled, names, onEdit }: RegionProps) => {
  const { toggle, menu } = useRowActs({ names, onEdit })
  return (
    <ul aria-label={m.alerts_region()} className="-mx-4 mt-2 border-t border-line-strong">
      {alerts.map((alert) => (
        <li key={alert.id} className="flex items-center gap-3 border-b border-line py-2.5 pr-2 pl-4">
          <span className={classNames('grid min-w-0 grow gap-0.5', !alert.is_on && 'text-text-2')}>
            <b className="truncate text-15 font-semibold">{alertTitle(alert)}</b>
            <span className="truncate text-12 text-text-2">
              <bdi>{names.aboutText(alert)}</bdi>
            </span>
            <span className="truncate text-12 text-text-2">
              {AT_MOST_WORD[alert.at_most]()} · <To alert={alert} />
            </span>
            <Stalled alert={alert} stalled={stalled} />
          </span>
          {toggle(alert)}
          {menu(alert)}
        </li>
      ))}
    </ul>
  )
}

const OnSwitch = ({
  label,
  isOn,
  disabledReason,
  onChange,
}: {
  label: string
  isOn: boolean
  disabledReason: string | undefined
  onChange: (isOn: boolean) => void
}) => {
  const reasonId = useId()
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-disabled={disabledReason !== undefined || undefined}
        aria-describedby={disabledReason === undefined ? undefined : reasonId}
        onClick={() => disabledReason === undefined && onChange(!isOn)}
        className={classNames(
          'relative flex h-4 w-7 shrink-0 cursor-default items-center rounded-full border px-0.5 transition-[background-color] after:absolute after:-inset-2 phone:h-5.5 phone:w-9 phone:after:-inset-3 unavailable:cursor-not-allowed forced-colors:border',
          isOn ? 'justify-end border-accent bg-accent' : 'justify-start border-line-control bg-raised',
        )}
      >
        <span
          className={classNames(
            'size-2.5 rounded-full phone:size-4 forced-colors:bg-[ButtonText]',
            isOn ? 'bg-on-accent' : 'bg-text-3',
          )}
        />
        {disabledReason !== undefined && (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

const AT_MOST_WORD = {
  at_once: m.alerts_at_once,
  hourly: m.alerts_hourly,
  daily: m.alerts_daily,
} as const satisfies Record<AtMost, () => string>
