import { isByNumber } from '#/analytics/texts/caller-digits.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { FILTERED_STATUSES, statusFilterCode } from '#/contract/call-filters.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { callStatusName } from '#/contract/codes.ts'
import { LONGEST_CALL_SECONDS } from '#/contract/day.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import { callerFilter } from '#/domain/contact-list/search.ts'
import { copyShown } from '#/domain/copy.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { sourceFilterOf } from '#/features/journal/filters/use-source-filter.ts'
import { pagePath, sourceDetail } from '#/features/journal/contact-labels.ts'
import { recordingOf } from '#/features/journal/listen/walk.ts'
import { callerLabel, WITHHELD_NUMBER } from '#/domain/contact-list/caller-labels.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { phoneHref, phoneToCopy } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { absent, absentValue, iconed, type CellOf, type DrawCell } from './cell.ts'
import { sourceParts } from './columns.ts'
import { FilterValue, ownValue, RowTool } from './row-tools.tsx'

/* Cells with actions: filter, copy or play. */

/** Narrows the journal to a value of the column's field. */
const narrow =
  ({ field, context }: CellOf, value: string | undefined) =>
  () => {
    const [filter] = callFieldRow(field).filters ?? []
    if (filter) context.journal.change({ [filter]: value })
  }

const valueCell = 'flex items-center'

export const statusCell: DrawCell = (cell) => {
  const { call, facts } = cell
  const { word, icon, tone } = statusBadge(call.status, facts.statusName)
  const iconStyle = iconed(icon, tone, tone === 'missed' || tone === 'warning')
  const name = facts.statusName ?? FILTERED_STATUSES.find((one) => one === callStatusName(call.status))
  // Without a name of a custom status there is no code to filter by (G8, G9).
  if (name === undefined) return { content: [null, word], title: word, ...iconStyle }
  const own = ownValue(word, cell.state, narrow(cell, statusFilterCode(name)))
  return { ...own, ...iconStyle, title: word, className: classNames(own.className, iconStyle.className) }
}

export const callerCell: DrawCell = (cell) => {
  const { caller } = cell.call
  const callerText = callerLabel(cell.call)
  if (callerText === null) return absent(cell)
  const { state } = cell
  const value = caller === null ? WITHHELD_NUMBER : identityOfCaller(caller)
  const shown = callerText.slice(0, 256)
  // The number has priority over its extension, which is in the title.
  const isExtended = caller !== null && identityOfCaller(caller) !== caller
  const valueClass = classNames('font-strong tabular-nums', isExtended && 'h-[1lh] whitespace-normal!')
  const copy = state.isActive && caller !== null && (
    <RowTool
      icon="copy"
      label={m.copy_caller()}
      state={state}
      onPress={() => void copyShown(phoneToCopy(caller))}
    />
  )
  return {
    title: shown,
    // Tools overlay the next column, so that the number stays whole.
    className: classNames(
      valueCell,
      state.isActive && 'overflow-visible! bg-inherit hover:z-sticky focus-within:z-sticky',
    ),
    content:
      callerFilter(value) === undefined ? (
        <>
          <bdi className={`min-w-0 truncate ${valueClass}`}>{shown}</bdi>
          {copy}
        </>
      ) : (
        <FilterValue
          value={shown}
          href={(caller && phoneHref(caller)) ?? undefined}
          state={state}
          onFilter={narrow(cell, value)}
          className={valueClass}
        >
          {copy}
        </FilterValue>
      ),
  }
}

export const sourceCell: DrawCell = (cell) => {
  const title = cell.call.source?.title?.slice(0, 256)
  const detail = sourceDetail(cell.call)
  return {
    title: [title, detail].filter(Boolean).join(' · ').slice(0, 2000) || FIELD_WORDS[cell.field].absent(),
    className: classNames(
      `grid text-text-3 ${sourceParts}`,
      // Explicit: inheriting cells are restyled whenever a row moves.
      cell.state.isActive && 'bg-inherit',
    ),
    content: (
      <>
        {title?.trim() ? (
          <FilterValue
            value={title}
            state={cell.state}
            onFilter={
              sourceFilterOf(cell.call, false, cell.context.hidden) &&
              (() => cell.context.onSource(cell.call))
            }
            className="col-start-1 row-start-1 text-text"
            isOver
          />
        ) : (
          '–'
        )}
        <span
          dir="auto"
          className={classNames(
            'col-start-2 row-start-1 truncate',
            detail ? 'text-text-2' : "after:content-['–']",
          )}
        >
          {detail?.slice(0, 200)}
        </span>
      </>
    ),
  }
}

export const pageCell: DrawCell = (cell) => {
  const uri = cell.call.request_uri
  if (!uri) return absentValue(cell)
  const path = pagePath(uri).slice(0, 256)
  const isRefused = isByNumber('uri_filter', path, cell.context.hidden)
  const own = ownValue(path, cell.state, isRefused ? undefined : narrow(cell, path))
  return { ...own, title: uri.slice(0, 2000), className: `text-text-2 ${own.className}` }
}

export const durationCell: DrawCell = (cell) => {
  const { call, state, context } = cell
  if (call.duration === null) return absentValue(cell)
  const written = formatDuration(call.duration) ?? m.invalid_duration({ seconds: call.duration })
  const words = call.duration > LONGEST_CALL_SECONDS ? `${written} · ${m.absurd_duration()}` : written
  const hasRecording = recordingOf(call, state.index, context.oid) !== null
  const isPlaying = state.heard === 'playing'
  return {
    title: hasRecording ? `${words} · ${m.has_recording()}` : words,
    className: `${valueCell} justify-end gap-0.5`,
    content: (
      <>
        {hasRecording && (
          <RowTool
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? m.recording_pause() : m.recording_play()}
            state={state}
            onPress={() => context.onPlay(state.index, call)}
          />
        )}
        {words}
      </>
    ),
  }
}
