import type { ComponentProps } from 'react'
import { classNames } from '#/ui/class-names.ts'

/** Links between views of a page: `<Tabs aria-label="Views">` with `tabClass`. Scrolls sideways on a phone. */
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

/** Current: `aria-current="page"`, set by router links. */
export const tabClass =
  'flex items-center gap-1.5 rounded-t-1 text-13 font-medium whitespace-nowrap text-text-2 shadow-[inset_0_-2px_transparent] hover:text-text phone:focus-visible:-outline-offset-2 aria-[current]:text-text aria-[current]:shadow-[inset_0_-2px_var(--accent)] forced-colors:aria-[current]:underline'
