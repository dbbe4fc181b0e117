import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { TextMarker } from '#/domain/cells/highlight.ts'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'

/* Highlights search matches by stems. Stems load with the first search; without them texts are plain. */

type Marking = typeof import('#/domain/cells/highlight.ts')
const fetchMarking = () => import('#/domain/cells/highlight.ts')

/** Null: no search, or stems not loaded. */
export const useTextMarker = (q: string | undefined): TextMarker | null => {
  const [marking, setMarking] = useState<Marking | null>(null)
  const isWanted = q !== undefined && marking === null
  useEffect(() => {
    if (isWanted) fetchMarking().then(setMarking, () => undefined)
  }, [isWanted])
  return useMemo(() => (marking && q !== undefined ? marking.textMarker(q) : null), [marking, q])
}

const MarkerContext = createContext<TextMarker | null>(null)

export const TextMarkers = ({ marker, children }: { marker: TextMarker | null; children: ReactNode }) => (
  <MarkerContext value={marker}>{children}</MarkerContext>
)

export const MarkedText = ({ text }: { text: string }) => {
  const marker = use(MarkerContext)
  return marker ? <MarkedPieces pieces={marker.pieces(text)} /> : text
}
