import { useRef, useState, type ReactNode } from 'react'
import { useSize, type Size } from './use-size.ts'

/**
 * A drawing of ours in a box of fixed size until another, whose code comes later, has drawn the same in it: nothing
 * moves and nothing blinks when they change places. Neither is for who does not see it.
 * @param renderLater draws in the box's size and says when it has; null: its code is not here
 */
export function Replacement({
  first,
  renderLater,
  className,
}: {
  first: ReactNode
  renderLater: ((size: Size, onDrawn: () => void) => ReactNode) | null
  className?: string | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const [isDrawn, setDrawn] = useState(false)
  return (
    <div ref={box} aria-hidden="true" className={`pointer-events-none ${className ?? ''}`}>
      {!isDrawn && first}
      {renderLater !== null && size !== null && (
        <div className={isDrawn ? 'contents' : 'invisible absolute inset-0'}>
          {renderLater(size, () => setDrawn(true))}
        </div>
      )}
    </div>
  )
}
