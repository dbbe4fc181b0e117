import type { CSSProperties, ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import type { RowState } from './cell.ts'

/*
 * What can be done with the values of a row: there for the row under the pointer and the current one alone, seen in the
 * cell under the pointer or the focus. Tab reaches those of the current row, so that the table has few stops.
 */

/** A small button of a row. */
export const RowTool = ({
  icon,
  label,
  state,
  onPress,
}: {
  icon: IconName
  label: string
  state: Pick<RowState, 'isCurrent'>
  onPress: () => void
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    tabIndex={state.isCurrent ? 0 : -1}
    onClick={onPress}
    style={glyph(icon)}
    className={`${glyphClass} grid size-6 shrink-0 cursor-default place-items-center self-center rounded-1 -outline-offset-2 before:mr-0! before:size-3.5! before:bg-accent before:mask-contain hover:bg-press active:bg-press`}
  />
)

const seen = 'ml-1 flex shrink-0 self-center opacity-0 focus-within:opacity-100 [td:hover_&]:opacity-100'
/** A value gives way to them only where it is cut anyway. */
const inPlace = '-mr-7 focus-within:mr-0 [td:hover_&]:mr-0'
const over = 'col-start-1 row-start-1 justify-self-end rounded-1 bg-inherit'
/** A value that has to be read whole: they lie over what stands beside it. */
const beside = '-mr-16 rounded-1 bg-inherit pr-2'

/** A value with the funnel that narrows the journal to it. Its cell is a flex box. */
export const FilterValue = ({
  value,
  onFilter,
  state,
  className,
  style,
  isOver = false,
  children,
}: {
  value: string
  onFilter: () => void
  state: RowState
  className?: string | undefined
  style?: CSSProperties
  /** In a grid, where they lie over the end of the value's own part. */
  isOver?: boolean
  /** What else can be done with it: then the value stays whole. */
  children?: ReactNode
}) => (
  <>
    <span
      dir="auto"
      data-value=""
      style={style}
      className={classNames(
        'min-w-0 truncate decoration-accent decoration-[1.5px] underline-offset-4 [&:has(+*_button:last-child:hover)]:underline',
        className,
      )}
    >
      {value}
    </span>
    {state.isActive && (
      <span className={classNames(seen, isOver ? over : children ? beside : inPlace)}>
        {children}
        <RowTool icon="funnel" label={m.filter_by({ value })} state={state} onPress={onFilter} />
      </span>
    )}
  </>
)
