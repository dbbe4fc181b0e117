import type { ReactNode } from 'react'

/** The buttons below a form in a dialog, where they belong to the form: the safe one first, the primary one last. */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 phone:[&>*]:grow phone:[&_button]:h-11 phone:[&_button]:w-full">
      {children}
    </div>
  )
}
