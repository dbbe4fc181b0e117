import type { MissedDayLabels } from '#/contract/alerts/missed-day.ts'
import { classNames } from '#/ui/class-names.ts'

const cell = (nth: number) => classNames('py-1', nth === 0 ? 'pr-2 text-left' : 'pr-2 text-right')

export const MissedDayPreview = ({
  day: { waiting, title, note, heads, rows, sum, in_hours: inHours, red, journal },
}: {
  day: MissedDayLabels
}) => (
  <>
    {waiting && (
      <>
        <p className="font-semibold text-text">{waiting.text}</p>
        <p>
          <span className="inline-block rounded-2 bg-accent px-3 py-1 font-semibold text-on-accent">
            {waiting.button}
          </span>
        </p>
      </>
    )}
    <table className="mt-1 w-full text-12 tabular-nums">
      <caption className="pb-1 text-left text-13">
        <span className="font-semibold text-text">{title}</span>{' '}
        <span className="text-text-3">
          {note}; {red}
        </span>
      </caption>
      <thead className="border-b border-line text-text-3">
        <tr>
          {heads.map((head, nth) => (
            <th key={head} scope="col" className={classNames(cell(nth), 'font-medium')}>
              {head}
            </th>
          ))}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the bars say what the column before them does */}
          <td className="w-1/3" />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ hours, calls, missed, rate, bar, isAbove }) => (
          <tr key={hours} className="border-b border-line text-text">
            <td className={classNames(cell(0), 'whitespace-nowrap')}>{hours}</td>
            <td className={classNames(cell(1), 'text-text-2')}>{calls}</td>
            <td className={classNames(cell(2), isAbove && 'font-semibold text-missed')}>{missed}</td>
            <td className={classNames(cell(3), isAbove && 'font-semibold text-missed')}>{rate}</td>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its figure stands before it */}
            <td className="pl-1">
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="block h-1.5 w-full">
                <rect width={bar} height="6" fill={isAbove ? 'var(--missed)' : 'var(--chart-8)'} />
              </svg>
            </td>
          </tr>
        ))}
        <tr className="font-semibold text-text">
          <td className={cell(0)}>{sum.hours}</td>
          <td className={cell(1)}>{sum.calls}</td>
          <td className={cell(2)}>{sum.missed}</td>
          <td className={classNames(cell(3), 'text-missed')}>{sum.rate}</td>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the day has no bar */}
          <td />
        </tr>
        {inHours && (
          <tr className="text-text-2">
            <td className={cell(0)}>{inHours.hours}</td>
            <td className={cell(1)}>{inHours.calls}</td>
            <td className={cell(2)}>{inHours.missed}</td>
            <td className={cell(3)}>{inHours.rate}</td>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- these hours have no bar */}
            <td />
          </tr>
        )}
      </tbody>
    </table>
    <p className="text-text-2">
      <span className="text-accent underline">{journal.link}</span> {journal.rest}
    </p>
  </>
)
