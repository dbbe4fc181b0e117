import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import { indexOfRow } from '#/ui/table/row-keys.ts'

export const usePointedRow = (box: RefObject<HTMLDivElement | null>) => {
  const [index, setIndex] = useState(-1)
  const isUnderMouse = useRef(false)
  return {
    /** -1: none. */
    index,
    onStill: () => {
      if (isUnderMouse.current) setIndex(indexOfRow(box.current?.querySelector('tbody > tr:hover') ?? null))
    },
    handlers: (isMoving: boolean) => ({
      onPointerOver: (event: PointerEvent) => {
        isUnderMouse.current = event.pointerType === 'mouse'
        // Rows scrolled under the pointer don't show tools.
        if (isUnderMouse.current && !isMoving && event.target instanceof Element)
          setIndex(indexOfRow(event.target))
      },
      onPointerLeave: () => {
        isUnderMouse.current = false
        setIndex(-1)
      },
    }),
  }
}
