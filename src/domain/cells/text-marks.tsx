import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { TextMarker } from '#/analytics/texts/highlight.ts'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'

/*
 * What a search in texts has found is marked by the stems it was found by. They are loaded with the first search: until
 * then, and if they cannot be, texts stand as they are.
 */

type Marking = typeof import('#/analytics/texts/highlight.ts')
const fetchMarking = () => import('#/analytics/texts/highlight.ts')

/** Null: nothing is searched for, or the stems have not come. */
export const useTextMarker = (q: string | undefined): TextMarker | null => {
  const [marking, setMarking] = useState<Marking | null>(null)
  const isWanted = q !== undefined && marking === null
  useEffect(() => {
    if (isWanted) fetchMarking().then(setMarking, () => undefined)
  }, [isWanted])
  return useMemo(() => (marking && q !== undefined ? marking.textMarker(q) : null), [marking, q])
}

const MarkerContext = createContext<TextMarker | null>(null)

/** Texts inside that are drawn by {@link MarkedText} are marked. */
export const TextMarks = ({ marker, children }: { marker: TextMarker | null; children: ReactNode }) => (
  <MarkerContext value={marker}>{children}</MarkerContext>
)

/** A text that may have been searched in. */
export const MarkedText = ({ text }: { text: string }) => {
  const marker = use(MarkerContext)
  return marker ? <MarkedPieces pieces={marker.pieces(text)} /> : text
}
