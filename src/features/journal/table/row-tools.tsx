import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import type { RowState } from './cell.ts'

/*
 * Tools of a row: rendered for the hovered and current row only, visible in the hovered or focused cell. Tab
 * reaches the current row's.
 */

export const RowTool = ({
  icon,
  label,
  state,
  onPress,
  className,
}: {
  icon: IconName
  label: string
  state: Pick<RowState, 'isCurrent'>
  onPress: () => void
  className?: string
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    tabIndex={state.isCurrent ? 0 : -1}
    onClick={onPress}
    style={glyph(icon)}
    className={classNames(
      glyphClass,
      'grid size-6 shrink-0 cursor-default place-items-center self-center rounded-1 -outline-offset-2 before:mr-0! before:size-3.5! before:bg-accent before:mask-contain hover:bg-press active:bg-press',
      className,
    )}
  />
)

const seen = 'ml-1 flex shrink-0 self-center opacity-0 focus-within:opacity-100 [td:hover_&]:opacity-100'
/** The value shrinks only if truncated anyway. */
const inPlace = '-mr-7 focus-within:mr-0 [td:hover_&]:mr-0'
const over = 'col-start-1 row-start-1 justify-self-end rounded-1 bg-inherit'
/** The value stays whole: tools overlay the next column. */
const beside = '-mr-16 rounded-1 bg-inherit pr-2'

/**
 * The same without extra elements: the active row's cell fits the value and its funnel, and truncates the value
 * if needed. The text node stays, since it may be selected.
 * @param onFilter undefined: a filter by it would be refused
 */
export const ownValue = (value: string, state: RowState, onFilter: (() => void) | undefined) => ({
  isValue: onFilter !== undefined,
  className: classNames(
    'text-left [unicode-bidi:plaintext]',
    state.isActive &&
      onFilter &&
      'w-fit max-w-full decoration-accent decoration-[1.5px] underline-offset-4 has-[button:hover]:underline',
  ),
  content: (
    <>
      {state.isActive && onFilter && (
        <RowTool
          icon="funnel"
          label={m.filter_by({ value })}
          state={state}
          onPress={onFilter}
          className="float-right mt-[calc((var(--row)-25px)/2)] -ml-6 opacity-0 focus:ml-1 focus:opacity-100 [td:hover_&]:ml-1 [td:hover_&]:opacity-100"
        />
      )}
      {value}
    </>
  ),
})

/** A value with a filter button, in a flex cell. */
export const FilterValue = ({
  value,
  onFilter,
  state,
  className,
  isOver = false,
  href,
  children,
}: {
  value: string
  /** Link of the value, instead of the row's. */
  href?: string | undefined
  /** Undefined: a filter by it would be refused. */
  onFilter: (() => void) | undefined
  state: RowState
  className?: string | undefined
  /** In a grid: overlays the end of the value. */
  isOver?: boolean
  /** Further tools; the value then stays whole. */
  children?: ReactNode
}) => (
  <>
    <Value href={href} state={state} className={className}>
      {value}
    </Value>
    {state.isActive && (
      <span className={classNames(seen, isOver ? over : children ? beside : inPlace)}>
        {children}
        {onFilter && (
          <RowTool icon="funnel" label={m.filter_by({ value })} state={state} onPress={onFilter} />
        )}
      </span>
    )}
  </>
)

const Value = ({
  href,
  state,
  className,
  children,
}: {
  href: string | undefined
  state: Pick<RowState, 'isCurrent' | 'isActive'>
  className: string | undefined
  children: string
}) => {
  const buttonClasses = classNames(
    'min-w-0 truncate',
    (state.isActive || href !== undefined) && 'decoration-accent decoration-[1.5px] underline-offset-4',
    state.isActive && '[&:has(+*_button:last-child:hover)]:underline',
    className,
  )
  return href === undefined ? (
    <span dir="auto" data-value="" className={buttonClasses}>
      {children}
    </span>
  ) : (
    <a
      href={href}
      dir="auto"
      data-value=""
      tabIndex={state.isCurrent ? 0 : -1}
      draggable={false}
      className={`${buttonClasses} rounded-1 select-text [-webkit-user-drag:none] -outline-offset-2 hover:underline`}
    >
      {children}
    </a>
  )
}
