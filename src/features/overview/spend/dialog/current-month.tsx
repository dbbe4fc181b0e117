import { formatMonth } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Choice } from '#/ui/control/choice.tsx'

/** Whether an unfinished month's amount is until today or for the whole month. */
export const CurrentMonth = ({
  month,
  isSoFar,
  setSoFar,
}: {
  month: string
  isSoFar: boolean
  setSoFar: (isSoFar: boolean) => void
}) => {
  const label = m.spend_current({ month: formatMonth(`${month}-01`) })
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-12 text-text-3">
      {label}
      <Choice
        label={label}
        options={[
          { value: 'so_far', label: m.spend_so_far() },
          { value: 'whole', label: m.spend_whole_month() },
        ]}
        value={isSoFar ? 'so_far' : 'whole'}
        onChange={(value) => setSoFar(value === 'so_far')}
      />
    </span>
  )
}
