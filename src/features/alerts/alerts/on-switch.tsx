import { classNames } from '#/ui/class-names.ts'

/** On or off; read by its thumb's place as well as by its colour. */
export const OnSwitch = ({
  label,
  isOn,
  disabledReason,
  onChange,
}: {
  label: string
  isOn: boolean
  disabledReason: string | undefined
  onChange: (isOn: boolean) => void
}) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-disabled={disabledReason !== undefined || undefined}
    title={disabledReason}
    onClick={() => disabledReason === undefined && onChange(!isOn)}
    className={classNames(
      'relative flex h-4 w-7 shrink-0 cursor-default items-center rounded-full border px-0.5 transition-[background-color] after:absolute after:-inset-2 phone:h-5.5 phone:w-9 phone:after:-inset-3 unavailable:cursor-not-allowed forced-colors:border',
      isOn ? 'justify-end border-accent bg-accent' : 'justify-start border-line-control bg-raised',
    )}
  >
    <span
      className={classNames(
        'size-2.5 rounded-full phone:size-4 forced-colors:bg-[ButtonText]',
        isOn ? 'bg-on-accent' : 'bg-text-3',
      )}
    />
  </button>
)
