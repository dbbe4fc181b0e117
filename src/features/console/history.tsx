import { isApiError } from '#/api/error.ts'
import { clockTime, counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { endpointNamed, templateOf } from './endpoint-labels.ts'
import type { HistoryEntry } from './memory.ts'

const shortPath = (entry: HistoryEntry) =>
  templateOf(endpointNamed(entry.endpoint)).replace(/^\/v2(?=\/)/, '')

const outcomeOf = ({ outcome }: HistoryEntry) =>
  outcome.is === 'answered'
    ? String(outcome.status)
    : isApiError(outcome.error, 'aborted')
      ? m.console_history_cancelled()
      : m.console_history_failed()

export const History = ({
  entries,
  current,
  onOpen,
}: {
  entries: readonly HistoryEntry[]
  current: number | null
  onOpen: (entry: HistoryEntry) => void
}) => (
  <section aria-labelledby="console-history" className="min-h-0 min-w-0 overflow-y-auto">
    <h2 id="console-history" className="px-4 pt-4 pb-2 text-14">
      {m.console_history()}
    </h2>
    {entries.length === 0 ? (
      <p className="px-4 pb-4 text-13 text-text-3">{m.console_history_empty()}</p>
    ) : (
      <ul>
        {entries.map((entry) => {
          const { outcome } = entry
          const isGood = outcome.is === 'answered' && outcome.status < 400
          return (
            <li key={entry.id}>
              <button
                type="button"
                aria-current={entry.id === current || undefined}
                onClick={() => onOpen(entry)}
                className={classNames(
                  'grid w-full cursor-default grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-4 py-1.5 text-left text-12 tabular-nums hover:bg-hover focus-visible:-outline-offset-2 forced-colors:aria-[current]:border',
                  entry.id === current && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
                )}
              >
                <span className="truncate font-mono" title={shortPath(entry)}>
                  {shortPath(entry)}
                </span>
                <span
                  className={classNames('text-right', isGood ? 'text-text-2' : 'font-strong text-missed')}
                >
                  {outcomeOf(entry)}
                </span>
                <span className="whitespace-nowrap text-text-3">
                  {clockTime(entry.at)}
                  {outcome.is === 'answered' &&
                    ` · ${m.console_milliseconds({ count: formatNumber(Math.round(outcome.ms)) })}`}
                </span>
                <span className="text-right text-warning">
                  {outcome.is === 'answered' && (outcome.differences ?? 0) > 0
                    ? m.console_differ(counted(outcome.differences ?? 0))
                    : null}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    )}
  </section>
)
