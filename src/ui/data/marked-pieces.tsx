/** A part of a text; `hit`: it is what was searched for. */
export interface MarkedPiece {
  readonly text: string
  readonly hit: boolean
}

export function MarkedPieces({ pieces }: { pieces: readonly MarkedPiece[] }) {
  let at = 0
  return pieces.map(({ text, hit }) => {
    const key = at
    at += text.length
    return hit ? (
      <mark key={key} className="bg-transparent font-semibold text-accent">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
