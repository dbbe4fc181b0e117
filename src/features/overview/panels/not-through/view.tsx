import { useMemo, useState, type ReactNode } from 'react'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useReport, useTable } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { FigureButton } from '#/features/overview/receipt/figure-receipt.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { Callers } from './callers.tsx'
import { callersOf } from './rows.ts'

const FIRST_SHOWN = 5

const CALLERS_FILE: Exportable<null> = {
  name: 'not-through',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ notThroughFile }) => notThroughFile),
}

/** Whom to call back, the most promising first. */
const NotThrough = () => {
  const { figures, notThrough, leftOut } = useReport('figures', 'notThrough', 'leftOut')
  const source = useTable('source')
  const isHidden = useHidden().metric('not_through')
  const [isOpen, setOpen] = useState(false)
  const callers = useMemo(
    () => notThrough && source && callersOf({ notThrough, tables: { source } }),
    [notThrough, source],
  )
  if (figures === undefined || leftOut === undefined || callers === undefined)
    return (
      <Region>
        <ul aria-busy="true" className="mt-1">
          {Array.from({ length: FIRST_SHOWN }, (_, row) => (
            <li key={row} className="grid min-h-11 content-center gap-2 border-b border-line">
              <Skeleton width="md" />
              <Skeleton width="lg" />
            </li>
          ))}
        </ul>
      </Region>
    )
  const count = figures.not_through
  const noun = m.not_through_callers({ count })
  const { unnumbered } = leftOut
  const without = unnumbered > 0 && (
    <p className="pt-2 text-12 text-text-3">{m.not_through_unnumbered(counted(unnumbered))}</p>
  )
  return (
    <Region
      note={
        <>
          <FigureButton metric="not_through" figures={figures} /> {noun}
        </>
      }
      actions={
        !isHidden &&
        callers.length > 0 && (
          <>
            {callers.length > FIRST_SHOWN && (
              <LinkButton className="text-13" onClick={() => setOpen(true)}>
                {m.not_through_all({ shown: formatNumber(count) })}
              </LinkButton>
            )}
            <ExportMenu panel={CALLERS_FILE} choice={null} title={m.not_through_title()} />
          </>
        )
      }
    >
      {isHidden ? (
        <p className="py-2 text-13 text-text-2">{m.not_through_hidden()}</p>
      ) : callers.length === 0 ? (
        <p className="py-2 text-13 text-text-2">{m.not_through_nobody()}</p>
      ) : (
        <>
          <Callers callers={callers.slice(0, FIRST_SHOWN)} />
          <p className="pt-2 text-12 text-text-3">{m.not_through_order()}</p>
        </>
      )}
      {without}
      <Dialog
        open={isOpen}
        size="wide"
        title={`${m.not_through_title()}: ${formatNumber(count)} ${noun}`}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{m.close()}</Button>}
      >
        <p className="pb-2 text-13">
          {callers.length < count &&
            `${m.not_through_newest({ shown: formatNumber(callers.length), total: formatNumber(count) })} `}
          {m.not_through_order()}
        </p>
        <Callers callers={callers} />
        {without}
      </Dialog>
    </Region>
  )
}

const Region = (section: { note?: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <Section title={m.not_through_title()} {...section} />
)

export const notThroughPanel: PanelModule = { name: 'not-through', View: NotThrough, files: [CALLERS_FILE] }
