import { memo } from 'react'
import { formatNumber } from '#/i18n/format.ts'
import { useMay } from '#/domain/session/use-signed-in.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { StaleLine } from '#/ui/state/stale-line.tsx'
import type { VisibleRange } from '#/features/journal/table/contacts-table.tsx'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'

export const JournalFooter = ({
  rows,
  range,
  times,
  offset,
}: {
  rows: ContactRows
  range: VisibleRange
  /** Whose clock they are on. */
  times: string | null
  /** Minutes east of UTC; null: this device's. */
  offset: number | null
}) => {
  const time = clockMomentLabel(rows.updatedAt, offset)
  // Archive lists have the time of the archive.
  const storedAt = rows.first?.archive?.as_of ?? null
  const asOf = storedAt === null ? null : clockMomentLabel(Date.parse(storedAt), offset)
  const stale = rows.error !== null && rows.first !== null
  return (
    <footer className="shrink-0 border-t border-line-strong text-12 whitespace-nowrap text-text-3 tabular-nums phone:hidden">
      {/* Contained: otherwise scrolling rows lays out the whole page. */}
      <div className="flex h-7 items-center gap-x-4 px-4 [contain:size_layout]">
        {rows.first && rows.count > 0 && (
          <span className="font-strong text-text">
            {m.rows_range({
              from: formatNumber(range.start + 1),
              to: formatNumber(Math.min(range.end, rows.count)),
              total: formatNumber(rows.count),
            })}
          </span>
        )}
        {rows.isLoadingRows && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="refresh" size={14} />
            {m.loading_rows()}
          </span>
        )}
        {times !== null && (
          <span title={times} className="min-w-0 shrink-0 truncate max-[999px]:shrink">
            {times}
          </span>
        )}
        <Keys />
        <span className="shrink-0 max-[999px]:ml-auto">
          {stale ? (
            <StaleLine retryLabel={m.retry()} onRetry={rows.refetch}>
              {m.stale({ time })}
            </StaleLine>
          ) : (
            rows.updatedAt > 0 && (
              <span className="inline-flex items-center gap-2">
                {asOf === null ? (
                  m.updated({ time })
                ) : (
                  <span title={m.archive_as_of({ time: asOf })}>{m.as_of({ time: asOf })}</span>
                )}
                <LinkButton onClick={rows.refetch}>{m.list_refresh()}</LinkButton>
              </span>
            )
          )}
        </span>
      </div>
    </footer>
  )
}

/** Separate, as the footer updates on scroll. Hints that don't fit wrap out of sight. */
const Keys = memo(() => {
  const mayListen = useMay('listen')
  return (
    <span className="ml-auto flex h-7 min-w-0 flex-1 flex-wrap justify-end gap-x-3 overflow-hidden [&>span]:h-7 [&>span]:content-center max-[999px]:hidden pointer-coarse:invisible">
      <span>
        <Kbd>j</Kbd> <Kbd>k</Kbd> {m.key_move()}
      </span>
      <span>
        <Kbd>Enter</Kbd> {m.key_open()}
      </span>
      {mayListen && (
        <span>
          <Kbd>p</Kbd> {m.key_play()}
        </span>
      )}
      <span>
        <Kbd>/</Kbd> {m.key_filters()}
      </span>
    </span>
  )
})
