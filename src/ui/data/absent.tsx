/** There is no value, and why: never an empty cell, a zero or a guess. */
export function Absent({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-text-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{reason}</span>
    </span>
  )
}
