import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type MouseEvent } from 'react'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { Region, RegionId } from './regions.ts'

/** The header and a little: a region that begins above this line is the one that is read. */
const READING_LINE = 120

/** Goes to a region as a link inside a page does: it is shown from its start, and the next Tab goes on in it. */
const goTo = (id: string) => {
  const region = document.getElementById(id)
  region?.scrollIntoView()
  region?.focus({ preventScroll: true })
}

/** The contents of the page, which stay beside it and mark the region that is read. */
export const Contents = ({
  regions,
  counts,
  unsaved,
}: {
  regions: readonly Region[]
  /** How much a region holds, where that can be counted. */
  counts: Readonly<Partial<Record<RegionId, number>>>
  unsaved: RegionId | null
}) => {
  const { current, choose } = useReading(regions)
  const navigate = useNavigate()
  const open = (event: MouseEvent, id: RegionId) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Reading on is no step to go back by.
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

/** Which region is read: the last that begins above the line; at the page's end the one asked for, where it shows. */
const useReading = (regions: readonly Region[]) => {
  const [chosen, choose] = useState<RegionId | null>(
    () => regions.find(({ id }) => location.hash === `#${id}`)?.id ?? null,
  )
  const [current, setCurrent] = useState<RegionId>('facts')
  useEffect(() => {
    const look = () => {
      const topOf = (id: RegionId) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
      const { scrollHeight, clientHeight } = document.documentElement
      const isEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1
      const isChosenSeen = chosen !== null && topOf(chosen) >= 0 && topOf(chosen) < clientHeight
      const above = regions.findLast(({ id }) => topOf(id) <= READING_LINE)?.id
      const read = isEnd ? (isChosenSeen ? chosen : regions.at(-1)?.id) : above
      setCurrent(read ?? 'facts')
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [regions, chosen])
  // A link that names a region leads to it once the region is there.
  useEffect(() => {
    if (location.hash) goTo(location.hash.slice(1))
  }, [])
  return { current, choose }
}
