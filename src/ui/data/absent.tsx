/** Missing value with the reason: never an empty cell, zero or guess. */
export function Absent({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-text-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{reason}</span>
    </span>
  )
}
