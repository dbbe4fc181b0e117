import { classNames } from './class-names.ts'

export function Kbd({ children, inherit = false }: { children: string; inherit?: boolean }) {
  return (
    <kbd
      className={classNames(
        'rounded-1 border px-1 font-sans text-11 font-medium',
        inherit ? 'border-current opacity-80' : 'border-line border-b-line-strong bg-raised text-text-3',
      )}
    >
      {children}
    </kbd>
  )
}
