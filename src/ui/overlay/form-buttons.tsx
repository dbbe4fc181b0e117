import type { ReactNode } from 'react'

export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 phone:[&>*]:grow phone:[&_button]:h-11 phone:[&_button]:w-full">
      {children}
    </div>
  )
}
