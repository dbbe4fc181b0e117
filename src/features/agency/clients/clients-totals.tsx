import { useMemo, type ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import type { ClientColumn } from './client-column.ts'
import { cellLook } from './client-row.tsx'

/** Stays in sight: the end of two thousand rows is far. */
export const ClientsTotals = ({
  clients,
  columns,
  isAll,
  note,
  isPhone,
  rowIndex,
}: {
  clients: readonly ClientRead[]
  columns: readonly ClientColumn[]
  isAll: boolean
  note: ReactNode
  isPhone: boolean
  rowIndex: number
}) => {
  const count = clients.length
  const totals = useMemo(
    () => columns.map(({ id, label, total }) => ({ id, label, cell: total?.(clients) })),
    [columns, clients],
  )
  return (
    <tfoot className="sticky bottom-0 z-sticky block font-strong phone:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))]">
      <tr
        aria-rowindex={rowIndex}
        className="grid h-11 grid-cols-(--columns) items-center border-t border-line-strong bg-bg phone:flex phone:gap-x-3 phone:px-4"
      >
        <th
          scope="row"
          className={classNames(
            cellLook,
            'sticky left-0 grow bg-bg pl-4! font-strong phone:static phone:px-0!',
          )}
        >
          {isAll ? m.clients_all() : m.clients_count(counted(count))}
          {note}
        </th>
        {totals.map(({ id, label, cell }) => (
          <td
            key={id}
            className={classNames(cellLook, 'text-right tabular-nums last:pr-4 phone:shrink-0 phone:px-0!')}
          >
            {isPhone && <span className="text-12 font-normal text-text-3">{label()} </span>}
            {cell}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
