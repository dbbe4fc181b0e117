import { type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'

type SettingsSectionProps = {
  title: string
  about?: ReactNode
  /** Not printed. */
  isScreenOnly?: boolean
  children: ReactNode
}

/** A subject of the settings: what it is about, and beside it what there is to see and to do. */
export function SettingsSection({ title, about, isScreenOnly = false, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex flex-wrap gap-x-8 gap-y-2 border-t border-line py-5 first:border-t-0',
        isScreenOnly && 'print:hidden',
      )}
    >
      <header className="grow basis-52">
        <h2 id={id} className="text-14">
          {title}
        </h2>
        {about !== undefined && (
          <p className="mt-1 max-w-[64ch] text-12 text-text-2 phone:text-13">{about}</p>
        )}
      </header>
      {/* Below if there is no room. */}
      <div className="min-w-0 grow-999 basis-136 empty:hidden">{children}</div>
    </section>
  )
}

export function Setting({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-4 py-1 first:pt-0 desk:grid-cols-[6.5rem_minmax(0,1fr)]"
    >
      <h3 id={id} className="py-0.5 text-13 font-normal text-text-2">
        {title}
      </h3>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
