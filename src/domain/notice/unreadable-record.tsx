import { useId, useState } from 'react'
import type { Unreadable } from '#/contract/field.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { unreadableLabel } from './unreadable-label.ts'

/** Row of an unreadable record (G26) that expands to raw data. */
export const UnreadableRecord = ({ record }: { record: Unreadable }) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="py-1 text-13 text-warning">
      <p className="flex items-center gap-2">
        <Icon name="alert" />
        {unreadableLabel(record)}
        <LinkButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? m.hide_it() : m.show_it()}
        </LinkButton>
      </p>
      <pre
        id={id}
        hidden={!open}
        // Focusable for keyboard scrolling.
        tabIndex={0}
        className="mt-1 max-h-60 max-w-[90ch] overflow-auto rounded-1 font-mono text-12 whitespace-pre-wrap text-text-2"
      >
        {open && JSON.stringify(record.raw, null, 2)}
      </pre>
    </div>
  )
}
