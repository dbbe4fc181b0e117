import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { useRovingLine } from '#/ui/roving-focus.ts'
import { clampWidth, gridOf, MAX_WIDTH, MIN_WIDTH } from '#/features/journal/table/column-layout.ts'
import { drawnWidths, noteScroll } from './scrolled-aside.ts'
import type { LaidColumn } from '#/features/journal/table/column-layout.ts'
import type { TableLayout } from '#/features/journal/table/use-table-layout.ts'

const STEP = 8
const BIG_STEP = 40

/** Resize handles over the header, not in it, since they would be part of its name. Positioned by `--columns`. */
export const ColumnEdges = memo(
  ({ columns, layout }: { columns: readonly LaidColumn[]; layout: TableLayout }) => {
    const roving = useRovingLine<HTMLDivElement>('[role="separator"]', 'y')
    const { ref } = roving
    useLayoutEffect(() => {
      // The box may already be scrolled.
      const box = ref.current?.parentElement
      if (box) noteScroll(box)
    }, [ref])
    return (
      <div
        {...roving}
        role="group"
        aria-label={m.column_widths()}
        data-edges=""
        className="sticky top-0 z-bar grid h-0 min-w-(--least) grid-cols-(--columns)"
      >
        {columns.map((column, index) => (
          <ColumnEdge key={column.id} column={column} index={index} columns={columns} layout={layout} />
        ))}
      </div>
    )
  },
)

/**
 * Resizes by dragging or arrow keys; double click or Enter resets. Up and Down move between handles, which Tab
 * skips.
 */
const ColumnEdge = ({
  column,
  index,
  columns,
  layout,
}: {
  column: LaidColumn
  index: number
  columns: readonly LaidColumn[]
  layout: TableLayout
}) => {
  const [draft, setDraft] = useState<number | null>(null)
  const edge = useRef<HTMLDivElement>(null)
  const width = draft ?? layout.widths[column.id] ?? column.width

  /** Sets a CSS property, so that rows follow without rendering. */
  const show = (widths: TableLayout['widths']) => {
    const box = edge.current?.closest('[data-edges]')?.parentElement
    const { template, least } = gridOf(columns, widths)
    box?.style.setProperty('--columns', template)
    box?.style.setProperty('--least', `${least}px`)
  }
  const draw = (next: number) => {
    const clamped = clampWidth(next)
    setDraft(clamped)
    show({ ...layout.widths, [column.id]: clamped })
  }
  const drop = () => {
    setDraft(null)
    show(layout.widths)
  }
  const keep = (next: number | null) => {
    setDraft(null)
    if (next !== (layout.widths[column.id] ?? null)) layout.setWidth(column.id, next)
  }
  const drawn = () => {
    const edges = edge.current?.closest('[data-edges]')
    return (edges && drawnWidths(edges)[index]) ?? width
  }

  const onPointerDown = (press: PointerEvent<HTMLElement>) => {
    if (press.button !== 0) return
    press.preventDefault()
    const grip: HTMLElement = press.currentTarget
    grip.focus({ preventScroll: true })
    grip.setPointerCapture(press.pointerId)
    const from = drawn()
    const listening = new AbortController()
    const options = { signal: listening.signal }
    let next: number | null = null
    grip.addEventListener(
      'pointermove',
      ({ clientX }) => {
        if (next === null && clientX === press.clientX) return
        next = clampWidth(from + clientX - press.clientX)
        draw(next)
      },
      options,
    )
    const end = (isCommitted: boolean) => () => {
      listening.abort()
      if (next === null) return
      if (isCommitted) keep(next)
      else drop()
    }
    grip.addEventListener('pointerup', end(true), options)
    grip.addEventListener('pointercancel', end(false), options)
    grip.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        grip.releasePointerCapture(press.pointerId)
        end(false)()
      },
      options,
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.shiftKey ? BIG_STEP : STEP
    const from = draft ?? drawn()
    if (event.key === 'ArrowLeft') draw(from - step)
    else if (event.key === 'ArrowRight') draw(from + step)
    else if (event.key === 'Home') draw(MIN_WIDTH)
    else if (event.key === 'End') draw(MAX_WIDTH)
    else if (event.key === 'Enter') keep(null)
    else if (event.key === 'Escape' && draft !== null) drop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={m.column_width({ column: column.name() })}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width}
      aria-valuetext={m.column_pixels({ count: width })}
      tabIndex={-1}
      onPointerDown={onPointerDown}
      onDoubleClick={() => keep(null)}
      onKeyDown={onKeyDown}
      onKeyUp={() => draft !== null && keep(draft)}
      onBlur={() => draft !== null && keep(draft)}
      className="relative h-8 w-3 translate-x-1.5 last:translate-x-0 cursor-col-resize touch-none justify-self-end after:absolute after:inset-y-0 after:left-1.25 after:w-0.5 hover:after:bg-accent focus-visible:after:bg-accent"
    />
  )
}
