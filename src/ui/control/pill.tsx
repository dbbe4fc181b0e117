import { type ReactNode, useRef } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { type PopoverTrigger, usePopover } from '#/ui/overlay/popover.tsx'

export type FilterPillProps = {
  name: string
  value?: string | undefined
  /** "Remove filter: …" */
  removeLabel: string
  /** Absent: can't be removed. */
  onRemove?: (() => void) | undefined
  /** Target of the filter shortcut. */
  first?: boolean | undefined
  /** Also in a phone's tool bar: `data-tool` of `src/app/tab-bar/page-tools.ts`. */
  tool?: string | undefined
  /** Editor; `data-autofocus` receives focus. */
  children: (close: () => void) => ReactNode
}

/** Filter button: dashed if unset, else name and value. */
export function FilterPill({ children, ...pill }: FilterPillProps) {
  const editor = usePopover()
  return (
    <EditorPill {...pill} trigger={editor.trigger}>
      <div {...editor.surface} className="floating sheet min-w-60 p-3 phone:px-4 whitespace-normal">
        {editor.open && children(editor.close)}
      </div>
    </EditorPill>
  )
}

/** The same for a shared or remote editor. */
export function EditorPill({
  name,
  value,
  removeLabel,
  onRemove,
  first,
  tool,
  trigger,
  onOpen,
  className,
  children,
}: Omit<FilterPillProps, 'children'> & {
  trigger: PopoverTrigger
  onOpen?: () => void
  className?: string
  children?: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const set = value !== undefined
  return (
    <span
      className={classNames(
        'inline-flex h-7 max-w-full shrink-0 items-center rounded-full border text-13 whitespace-nowrap transition-[background-color] touch:h-8',
        set
          ? 'border-transparent bg-selected text-text forced-colors:border-[Highlight]'
          : 'border-dashed border-line-strong bg-bg text-text-2 hover:bg-hover hover:text-text',
        className,
      )}
    >
      <button
        {...trigger}
        ref={button}
        type="button"
        data-first-filter={first || undefined}
        data-tool={tool}
        onClick={onOpen}
        className={classNames(
          'relative flex h-full min-w-0 cursor-default items-center gap-1.5 rounded-full pl-2.5 touch:after:absolute touch:after:-inset-y-1.5 touch:after:inset-x-0',
          set && onRemove ? 'pr-1.5' : 'pr-2.5',
        )}
      >
        {set ? (
          <>
            <span className="text-text-2">{name}</span>
            <span className="-ml-0.5 max-w-60 truncate font-strong text-accent">
              <bdi title={value}>{value}</bdi>
            </span>
            {!onRemove && <Icon name="chevron-down" size={14} className="text-text-3" />}
          </>
        ) : (
          <>
            <Icon name="plus" size={14} className="text-text-3" />
            {name}
          </>
        )}
      </button>
      {set && onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={() => {
            onRemove()
            // The remove button disappears: focus moves to the filter.
            button.current?.focus()
          }}
          className="relative mr-0.5 grid size-6 shrink-0 cursor-default place-items-center rounded-full text-text-2 hover:bg-press hover:text-text touch:size-7 touch:after:absolute touch:after:-inset-1.5"
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {children}
    </span>
  )
}

/** A filter without editor, only removable. */
export function FilterChip({
  name,
  value,
  removeLabel,
  onRemove,
}: Required<Pick<FilterPillProps, 'name' | 'removeLabel'>> & { value: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full min-w-24 shrink-0 items-center gap-1.5 rounded-full bg-selected pl-2.5 text-13 whitespace-nowrap touch:h-8 forced-colors:border">
      <span className="shrink-0 text-text-2">{name}</span>
      <bdi title={value} className="-ml-0.5 max-w-60 truncate font-strong text-accent">
        {value}
      </bdi>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="relative mr-0.5 grid size-6 shrink-0 cursor-default place-items-center rounded-full text-text-2 hover:bg-press hover:text-text touch:size-7 touch:after:absolute touch:after:-inset-1.5"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

/** Toggles a filter preset. */
export function QuickChip({
  pressed,
  onPress,
  count,
  children,
}: {
  pressed: boolean
  onPress: () => void
  /** Formatted number of results. */
  count?: string | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="relative inline-flex h-7 shrink-0 cursor-default items-center gap-1.5 rounded-2 px-2 text-13 whitespace-nowrap text-text-2 transition-[background-color] hover:bg-hover hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent touch:h-8 touch:after:absolute touch:after:-inset-y-1 touch:after:inset-x-0 forced-colors:aria-pressed:border"
    >
      {children}
      {count !== undefined && <span className="font-normal text-text-3 tabular-nums">{count}</span>}
    </button>
  )
}
