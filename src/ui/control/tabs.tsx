import type { ComponentProps } from 'react'
import { classNames } from '#/ui/class-names.ts'

/** A row of links that are views of one page: `<Tabs aria-label="Views">` around links of `tabClass`. On a phone it scrolls sideways. */
export function Tabs({ className, ...nav }: ComponentProps<'nav'>) {
  return (
    <nav
      {...nav}
      className={classNames(
        'flex h-11 items-stretch gap-5 phone:overflow-x-auto phone:[scrollbar-width:none]',
        className,
      )}
    />
  )
}

/** The current one is marked by `aria-current="page"`, as the router's links do by themselves. */
export const tabClass =
  'flex items-center gap-1.5 rounded-t-1 text-13 font-medium whitespace-nowrap text-text-2 shadow-[inset_0_-2px_transparent] hover:text-text phone:focus-visible:-outline-offset-2 aria-[current]:text-text aria-[current]:shadow-[inset_0_-2px_var(--accent)] forced-colors:aria-[current]:underline'
