import { weekdayName } from '#/i18n/format.ts'
import { rateColumns, type PanelColumn } from '#/features/overview/export/table.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { valueOf, type HeatRow } from './rows.ts'

export const heatColumns = (hidden: ReadonlySet<string>): readonly PanelColumn<HeatRow>[] => {
  const count = (id: 'contacts' | 'calls' | 'answered' | 'missed'): PanelColumn<HeatRow> => ({
    name: metricName(id),
    value: (row) => row[id],
  })
  return [
    { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
    { name: m.overview_by_hour(), value: ({ hour }) => hour },
    count('contacts'),
    {
      name: m.heat_contacts_a_day(),
      value: (row) => Math.round((valueOf('contacts', row) ?? 0) * 100) / 100,
    },
    ...(hidden.has('status')
      ? []
      : [
          count('calls'),
          count('answered'),
          count('missed'),
          ...rateColumns<HeatRow>(
            'missed_rate',
            ({ missed }) => missed,
            ({ calls }) => calls,
          ),
        ]),
    ...(hidden.has('duration')
      ? []
      : [
          {
            name: m.overview_export_seconds({ name: metricName('mean_duration') }),
            value: ({ timed, talk_seconds }: HeatRow) =>
              timed === 0 ? null : Math.round((talk_seconds / timed) * 10) / 10,
          },
        ]),
  ]
}
