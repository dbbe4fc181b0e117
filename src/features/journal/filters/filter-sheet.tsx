import { useState, type ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import type { SheetFields } from './sheet-fields.tsx'

const fetchFields = () => import('./sheet-fields.tsx')

/** All filters of a phone: periods as buttons, the others as rows, and a button that says how many contacts they leave. */
export const FilterSheet = ({
  count,
  clear,
  found,
  ...shown
}: SheetFields & {
  /** How many filters are set. */
  count: number
  clear: ReactNode
  found: string
}) => {
  const [open, setOpen] = useState(false)
  const code = useIdleCode(fetchFields)
  return (
    <>
      <Button
        icon="filter"
        aria-haspopup="dialog"
        data-first-filter
        data-tool="filters"
        onClick={() => setOpen(true)}
      >
        {count > 0 ? m.filters_active({ count }) : m.filters()}
      </Button>
      <Dialog
        open={open}
        title={m.filters()}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" size="lg" className="w-full" onClick={() => setOpen(false)}>
            {found}
          </Button>
        }
      >
        <div className="text-text">
          <p className="-mt-8 mb-3 min-h-6 text-right text-14">{clear}</p>
          {code && <code.SheetFields {...shown} />}
        </div>
      </Dialog>
    </>
  )
}
