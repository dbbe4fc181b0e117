import type { ListedCallRead } from '#/contract/call.ts'
import { fieldName } from '#/domain/contact-list/field-labels.ts'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'
import type { CellContext } from './cell.ts'

/** Where a contact's texts hold what was searched for: no column shows them. */
export const FoundText = ({
  call,
  context: { marker },
}: {
  call: ListedCallRead
  context: Pick<CellContext, 'marker'>
}) => {
  const found = marker?.snippet({ ...call })
  if (!found) return null
  const { field, pieces } = found
  return (
    <>
      {/* What a widget has gathered goes by no name that helps. */}
      {field !== 'custom_data' && <span className="text-text-3">{fieldName(field)}: </span>}
      <bdi>
        <MarkedPieces pieces={pieces} />
      </bdi>
    </>
  )
}
