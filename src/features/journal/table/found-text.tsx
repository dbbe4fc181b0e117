import type { ListedCallRead } from '#/contract/call.ts'
import { fieldName } from '#/domain/contact-list/field-labels.ts'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'
import type { CellContext } from './cell.ts'

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
      {/* The widget's data has no meaningful field names. */}
      {field !== 'custom_data' && <span className="text-text-3">{fieldName(field)}: </span>}
      <bdi>
        <MarkedPieces pieces={pieces} />
      </bdi>
    </>
  )
}
