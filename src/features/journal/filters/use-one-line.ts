import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Pixels between two of a line, and those kept for the button that shows the rest. */
const GAP = 6
const MORE = 92

export interface Measured {
  readonly name: string
  readonly width: number
  /** It says something, or has the focus: it is never put away. */
  readonly stays: boolean
}

/** Those of a line that are put away from its end, so that it and a button for them fit. */
export const overOf = (line: readonly Measured[], first: number, room: number): string[] => {
  let needed = line.reduce((sum, { width }) => sum + GAP + width, first)
  if (needed <= room) return []
  const over: string[] = []
  for (const { name, width, stays } of line.toReversed()) {
    if (needed + GAP + MORE <= room) break
    if (stays) continue
    over.push(name)
    needed -= GAP + width
  }
  return over
}

const widthOf = (element: Element) => element.getBoundingClientRect().width

/**
 * Which children of a line do not fit in it. The first is always there; each other names itself by `data-offer`, and says
 * by `data-set` that it stays. What is put away has to keep its size: out of the flow and invisible.
 */
export const useOneLine = (): { line: RefObject<HTMLDivElement | null>; over: readonly string[] } => {
  const line = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return undefined
    const look = () => {
      const [first, ...others] = element.children
      const next = overOf(
        others.flatMap((one) => {
          const name = one instanceof HTMLElement ? one.dataset['offer'] : undefined
          const stays = one.hasAttribute('data-set') || one.contains(document.activeElement)
          return name === undefined ? [] : [{ name, width: widthOf(one), stays }]
        }),
        first ? widthOf(first) : 0,
        // Nothing has a width where nothing is laid out.
        widthOf(element) || Infinity,
      )
      setOver((before) => (before.join() === next.join() ? before : next))
    }
    look()
    const observer = new ResizeObserver(look)
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  })
  return { line, over }
}
