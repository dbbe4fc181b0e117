import { useId, type ReactNode, useCallback, useLayoutEffect, useState, type RefCallback } from 'react'

export const Part = ({
  title,
  note,
  className,
  children,
}: {
  title: string
  /** A few words at the end of the heading's line. */
  note?: ReactNode
  className: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <header className="live-part-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="live-note tabular-nums">{note}</p>}
      </header>
      {children}
    </section>
  )
}

/**
 * Number of rows that fit; Infinity if not clipped or not measured.
 * @param rowEms row height in em
 */
export const useRoom = (rowEms: number): readonly [number, RefCallback<HTMLElement>] => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    if (!element) return undefined
    const update = () => {
      const { fontSize, overflowY } = getComputedStyle(element)
      const rows = Math.floor(element.clientHeight / (rowEms * Number.parseFloat(fontSize)))
      setRoom(overflowY === 'hidden' && rows > 0 ? rows : Infinity)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, rowEms])
  return [room, useCallback((next: HTMLElement | null) => setElement(next), [])]
}
