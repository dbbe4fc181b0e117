import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'ref' | 'className' | 'children'> & {
  children: ReactNode
  description?: ReactNode
  className?: string | undefined
}

const control =
  'peer col-start-1 row-start-1 size-4 appearance-none border border-line-control bg-raised transition-[background-color] enabled:not-checked:not-indeterminate:hover:border-text-2 disabled:border-line-strong disabled:bg-hover touch:size-5 forced-colors:appearance-auto'

function Choice({
  description,
  className,
  children,
  renderInput,
}: Pick<ChoiceProps, 'description' | 'className' | 'children'> & {
  renderInput: (described: string | undefined) => ReactNode
}) {
  const id = useId()
  return (
    <div className={classNames('grid min-w-0', className)}>
      <label className="flex min-h-6 items-center gap-2 text-13 has-disabled:text-text-3 touch:min-h-10 phone:text-15">
        <span className="grid shrink-0 place-items-center">
          {renderInput(description === undefined ? undefined : id)}
        </span>
        <span className="min-w-0">{children}</span>
      </label>
      {description !== undefined && (
        <p id={id} className="pl-6 text-12 text-text-3 phone:pl-7">
          {description}
        </p>
      )}
    </div>
  )
}

/** A native checkbox; `indeterminate` says "some of them". */
export function Checkbox({
  indeterminate = false,
  description,
  className,
  children,
  ...rest
}: ChoiceProps & { indeterminate?: boolean }) {
  return (
    <Choice
      {...{ description, className, children }}
      renderInput={(described) => (
        <>
          <input
            {...rest}
            ref={(element) => {
              if (element) element.indeterminate = indeterminate
            }}
            type="checkbox"
            aria-describedby={described}
            className={classNames(
              control,
              'rounded-1 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
            )}
          />
          <Icon
            name={indeterminate ? 'minus' : 'check'}
            size={12}
            className="pointer-events-none invisible col-start-1 row-start-1 stroke-2 text-on-accent peer-checked:visible peer-indeterminate:visible peer-disabled:text-text-3 forced-colors:hidden"
          />
        </>
      )}
    />
  )
}

export function Radio({ description, className, children, ...rest }: ChoiceProps) {
  return (
    <Choice
      {...{ description, className, children }}
      renderInput={(described) => (
        <input
          {...rest}
          type="radio"
          aria-describedby={described}
          className={classNames(
            control,
            'rounded-full checked:border-5 checked:border-accent phone:checked:border-6',
          )}
        />
      )}
    />
  )
}
