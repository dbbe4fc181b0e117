import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { REGIONS, type Region, type RegionId } from './regions.ts'

/** Offset below the header at which a region counts as read. */
const READING_LINE = 120
/** Input that shows the user has started reading elsewhere. */
const READS = ['pointerdown', 'keydown', 'wheel'] as const

/** Scrolls and moves focus to a region, as anchor links do. */
const goTo = (id: string) => {
  const region = document.getElementById(id)
  region?.scrollIntoView()
  region?.focus({ preventScroll: true })
}

export const Contents = ({
  regions,
  counts,
  unsaved,
}: {
  regions: readonly Region[]
  counts: Readonly<Partial<Record<RegionId, number>>>
  unsaved: RegionId | null
}) => {
  const { current, choose } = useReading(regions)
  const navigate = useNavigate()
  const open = (event: MouseEvent, id: RegionId) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Scrolling isn't a history step.
    void navigate({ to: '.', hash: id, search: true, state: true, replace: true, resetScroll: false })
    choose(id)
    goTo(id)
  }
  return (
    <nav
      aria-label={m.object_contents()}
      className="sticky top-bar hidden self-start py-4 pr-4 @min-[880px]:block"
    >
      <ul>
        {regions.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => open(event, id)}
              aria-current={id === current ? 'true' : undefined}
              className="flex min-h-8 items-center py-1.5 justify-between gap-2 rounded-1 text-13 text-text-2 hover:text-text aria-[current=true]:font-semibold aria-[current=true]:text-text"
            >
              {title()}
              {counts[id] !== undefined && (
                <span className="font-normal text-text-3 tabular-nums">{formatNumber(counts[id])}</span>
              )}
              {id === unsaved && (
                <span title={m.object_unsaved()} className="size-1.5 shrink-0 rounded-full bg-accent">
                  <span className="sr-only">{m.object_unsaved()}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last region above the line; at the page's end the requested one if visible. */
const useReading = (regions: readonly Region[]) => {
  const [chosen, choose] = useState<RegionId | null>(
    () => REGIONS.find(({ id }) => location.hash === `#${id}`)?.id ?? null,
  )
  const [current, setCurrent] = useState<RegionId>('facts')
  useEffect(() => {
    const update = () => {
      const topOf = (id: RegionId) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
      const { scrollHeight, clientHeight } = document.documentElement
      const isEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1
      const isChosenSeen = chosen !== null && topOf(chosen) >= 0 && topOf(chosen) < clientHeight
      const above = regions.findLast(({ id }) => topOf(id) <= READING_LINE)?.id
      const read = isEnd ? (isChosenSeen ? chosen : regions.at(-1)?.id) : above
      setCurrent(read ?? 'facts')
    }
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [regions, chosen])
  const isAwaited = useRef(location.hash !== '')
  // The linked region may come later than others, but not once one reads or types elsewhere.
  useEffect(() => {
    const stop = () => (isAwaited.current = false)
    for (const type of READS) addEventListener(type, stop, { passive: true })
    return () => {
      for (const type of READS) removeEventListener(type, stop)
    }
  }, [])
  useEffect(() => {
    const linked = regions.find(({ id }) => location.hash === `#${id}`)
    if (!isAwaited.current || !linked) return
    isAwaited.current = false
    goTo(linked.id)
  }, [regions])
  return { current, choose }
}
