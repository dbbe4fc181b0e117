import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger'
export type ButtonSize = 'default' | 'lg'

const variants = {
  primary:
    'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover active:border-accent-hover active:bg-accent-hover active:shadow-[inset_0_0_0_2px_var(--accent)]',
  default:
    'border-line-strong bg-raised text-text hover:border-line-control hover:bg-hover-raised active:bg-press [&>svg]:text-text-2',
  ghost: 'border-transparent text-text-2 hover:bg-hover hover:text-text active:bg-press active:text-text',
  danger:
    'border-line-strong bg-raised text-missed hover:border-line-control hover:bg-hover-raised active:bg-press',
} satisfies Record<ButtonVariant, string>

const sizes = {
  default: 'h-7 px-2.5 text-13 touch:h-8',
  lg: 'h-10 px-4 text-14 touch:h-12 touch:text-15',
} satisfies Record<ButtonSize, string>

/** Touch target of 40 px around 32 px controls. */
const touch = 'relative touch:after:absolute touch:after:-inset-1.25'

const unavailableClass =
  'unavailable:cursor-not-allowed unavailable:border-line unavailable:bg-hover unavailable:text-text-3 unavailable:shadow-none'

export function buttonClass({
  variant = 'default',
  size = 'default',
}: { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined } = {}): string {
  return classNames(
    'inline-flex shrink-0 cursor-default items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap transition-[background-color] select-none',
    touch,
    sizes[size],
    variants[variant],
    unavailableClass,
  )
}

export const linkClass =
  'rounded-1 font-medium text-accent underline-offset-3 hover:text-accent-hover hover:underline active:text-accent-hover'

type Base = Omit<ComponentProps<'button'>, 'disabled' | 'children'>

export type ButtonProps = Base & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: IconName | undefined
  /** In progress: presses are ignored. */
  pending?: boolean | undefined
  /** Stays focusable, so that keyboard users can read it. */
  disabledReason?: string | undefined
  children: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant, size, icon, pending = false, disabledReason, className, children, ...rest } = props
  const reasonId = useId()
  const button = (
    <button
      type="button"
      {...rest}
      {...blockedIf(pending || disabledReason !== undefined)}
      aria-busy={pending || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {pending ? <Icon name="spinner" className="animate-turn" /> : icon && <Icon name={icon} />}
      {children}
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  )
  // Always wrapped in a tooltip: moving it in and out would lose focus.
  return 'disabledReason' in props ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

export type IconButtonProps = Base & {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  /** Shortcut shown in the tooltip. */
  shortcut?: string | undefined
  disabledReason?: string | undefined
  pending?: boolean | undefined
}

export function IconButton({
  icon,
  label,
  shortcut,
  disabledReason,
  pending = false,
  className,
  ...rest
}: IconButtonProps) {
  const reasonId = useId()
  return (
    <Tooltip text={disabledReason === undefined ? label : `${label}. ${disabledReason}`} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        {...blockedIf(pending || disabledReason !== undefined)}
        aria-label={label}
        aria-busy={pending || undefined}
        aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
        className={classNames(
          'grid size-7 shrink-0 cursor-default place-items-center rounded-2 text-text-2 transition-[background-color] hover:bg-hover hover:text-text active:bg-press unavailable:cursor-not-allowed unavailable:bg-transparent unavailable:text-line-control aria-expanded:bg-hover aria-expanded:text-text aria-pressed:bg-selected aria-pressed:text-accent touch:size-10',
          className,
        )}
      >
        <Icon name={pending ? 'spinner' : icon} className={pending ? 'animate-turn' : undefined} />
        {disabledReason !== undefined && (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

/** A button that reads as a link: "Retry", "Undo", "Show all". */
export function LinkButton({ className, children, ...rest }: Base & { children: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        linkClass,
        'relative cursor-default after:absolute after:-inset-x-1 after:-inset-y-0.5 touch:after:-inset-y-2.5',
        className,
      )}
    >
      {children}
    </button>
  )
}

/** `aria-disabled` keeps focus, unlike `disabled`. */
function blockedIf(blocked: boolean): Base {
  if (!blocked) return {}
  return {
    'aria-disabled': true,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      event.preventDefault()
    },
  }
}
