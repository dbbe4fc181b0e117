import type { AlertDelivery, FiredRun } from '#/contract/alerts/alerts.ts'
import { momentAt } from '#/contract/day.ts'
import { counted, formatLongDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { Icon } from '#/ui/icon.tsx'
import { whyWords } from '../reason-words.ts'
import type { AlertNames } from './use-alert-names.ts'

const KIND_TITLE = {
  missed_caller: m.alerts_missed_caller,
  waiting: m.alerts_run_waiting,
  silent: m.alerts_silent,
  missed_rate: m.alerts_run_missed_rate,
  below_usual: m.alerts_below_usual,
  stops: m.alerts_run_stops,
  plan_behind: m.alerts_run_plan_behind,
  trouble: m.alerts_trouble,
} as const satisfies Record<FiredRun['kind'], () => string>

/** Whom it has not reached, why, and whether that is tried again. */
const NotTold = ({ delivery: { failed, again } }: { delivery: AlertDelivery }) => (
  <>
    {failed.map(({ to, reason, said }) => (
      <span key={to} className="col-start-2 text-12 wrap-anywhere text-missed">
        {m.alerts_told_not({ to, why: whyWords({ reason, said }) })}
      </span>
    ))}
    {again !== null && (
      <span className="col-start-2 text-12 text-text-2">
        {m.alerts_told_again({ time: timeOf(momentAt(again, null).minute) })}
      </span>
    )}
  </>
)

/** What alerts told of late, by day. */
export const FiredRuns = ({ runs, names }: { runs: readonly FiredRun[]; names: AlertNames }) => {
  const byDay = Map.groupBy(runs, ({ at }) => momentAt(at, null).day)
  return (
    <Section
      title={m.alerts_runs()}
      note={runs.length === 0 ? m.alerts_runs_none() : undefined}
      className="px-4"
    >
      {[...byDay].map(([day, told]) => (
        <div key={day}>
          <h3 className="mt-2 border-b border-line-strong pb-1 text-12 font-normal text-text-2">
            {formatLongDay(day)}
          </h3>
          <ul>
            {told.map((run) => (
              <li
                key={run.id}
                className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line py-2 text-13"
              >
                <Icon name="bell" className="mt-0.5 text-text-3" />
                <b className="font-semibold">{KIND_TITLE[run.kind]()}</b>
                <time dateTime={new Date(run.at).toISOString()} className="text-text-2 tabular-nums">
                  {timeOf(momentAt(run.at, null).minute)}
                </time>
                <span className="col-start-2 truncate text-12 text-text-2">
                  <bdi>{names.runAbout(run)}</bdi>
                  {run.delivery !== null && run.delivery.sent > 0 && (
                    <> · {m.alerts_told_to(counted(run.delivery.sent))}</>
                  )}
                </span>
                {run.delivery !== null && <NotTold delivery={run.delivery} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}
