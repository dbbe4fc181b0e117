import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { DifferenceMap } from '#/contract/check/check-answer.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useIsPrinting } from '#/ui/use-is-printing.ts'
import { JsonLine } from './json-line.tsx'
import {
  allClosed,
  closedAtFirst,
  found,
  isEnd,
  linesOf,
  markOf,
  nodeAt,
  nodeOf,
  opened,
  jsonTreeOf,
  type Closed,
} from './json-tree.ts'

const ROW = 20
const ROW_PHONE = 26
const PRINTED_MOST = 2_000
const OVERSCAN = 24
const NOTHING: Closed = new Set()

/** Visible lines. @param row pixels */
const useLinesInView = (box: RefObject<HTMLElement | null>, count: number, row: number) => {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => row,
    overscan: OVERSCAN,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, row])
  return {
    inView: virtualizer.getVirtualIndexes(),
    height: virtualizer.getTotalSize(),
    /** Centers, or scrolls minimally. */
    scrollTo: (index: number, where: 'middle' | 'edge') =>
      virtualizer.scrollToIndex(index, { align: where === 'middle' ? 'center' : 'auto' }),
  }
}

/**
 * Virtualised JSON tree. One tab stop: arrows move and expand, Enter toggles, Home and End jump.
 * @param place path to reveal; a new object reveals again
 */
export const JsonView = ({
  value,
  differenceMap,
  place,
  tools,
}: {
  value: unknown
  differenceMap: DifferenceMap
  place: { readonly path: string } | null
  tools?: ReactNode
}) => {
  const tree = useMemo(() => jsonTreeOf(value, differenceMap), [value, differenceMap])
  const [closed, setClosed] = useState<Closed>(() => closedAtFirst(tree))
  const lines = useMemo(() => linesOf(tree, closed), [tree, closed])
  const [current, setCurrent] = useState(0)
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query)
  const hits = useMemo(() => found(tree, search), [tree, search])
  const hitNodes = useMemo(() => new Set(hits), [hits])
  const box = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const row = isPhone ? ROW_PHONE : ROW
  const isPrinting = useIsPrinting()
  const { inView, height, scrollTo } = useLinesInView(box, lines.length, row)
  const drawn = isPrinting ? [...lines.slice(0, PRINTED_MOST).keys()] : inView
  const id = useId()

  const show = (node: number, where: 'middle' | 'edge' = 'middle') => {
    const next = opened(tree, closed, node)
    setClosed(next)
    setCurrent(node)
    // Index after expanding.
    const index = (next === closed ? lines : linesOf(tree, next)).indexOf(node)
    requestAnimationFrame(() => scrollTo(Math.max(index, 0), where))
  }
  const [shownPlace, setShownPlace] = useState<typeof place>(null)
  if (place !== shownPlace) {
    setShownPlace(place)
    const node = place && nodeAt(tree, place.path)
    if (node !== null && node !== undefined) {
      setClosed(opened(tree, closed, node))
      setCurrent(node)
    }
  }
  // Scrolls after rendering.
  useEffect(() => {
    const node = place && nodeAt(tree, place.path)
    const index = node === null || node === undefined ? -1 : lines.indexOf(node)
    if (index >= 0) scrollTo(index, 'middle')
    // Only another place is gone to: what is opened and closed afterwards stays where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place])

  const isFoldable = (node: number) => tree.ends[node]! > node + 1
  const toggle = (node: number) => {
    setCurrent(node)
    if (!isFoldable(node)) return
    const next = new Set(closed)
    if (!next.delete(node)) next.add(node)
    setClosed(next)
  }
  const step = (by: number) => {
    // Skips closing brackets.
    let index = Math.max(lines.indexOf(current) + by, 0)
    while (index < lines.length && isEnd(lines[index]!)) index += Math.sign(by)
    show(lines[index] ?? lines.findLast((line) => !isEnd(line)) ?? 0, 'edge')
  }
  const page = () => Math.max(Math.floor((box.current?.clientHeight ?? 0) / row) - 1, 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = isFoldable(current) && !closed.has(current)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      PageDown: () => step(page()),
      PageUp: () => step(-page()),
      Home: () => show(0, 'edge'),
      End: () => step(lines.length),
      ArrowRight: () => (isFoldable(current) && !isOpen ? toggle(current) : step(1)),
      ArrowLeft: () =>
        isOpen && current !== 0 ? toggle(current) : show(Math.max(tree.parents[current]!, 0), 'edge'),
      Enter: () => toggle(current),
      ' ': () => toggle(current),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const nth = hits.indexOf(current)
  const goTo = (by: 1 | -1) => {
    // Enter uses the typed text, not earlier results.
    const all = query === search ? hits : found(tree, query)
    const next = by === 1 ? all.find((node) => node > current) : all.findLast((node) => node < current)
    const goal = next ?? all.at(by === 1 ? 0 : -1)
    if (goal !== undefined) show(goal)
  }
  return (
    <>
      <JsonSearch
        query={query}
        onSearch={setQuery}
        found={search.trim() === '' ? null : { nth, count: hits.length }}
        onGo={goTo}
        onOpenAll={() => setClosed(NOTHING)}
        onCloseAll={() => setClosed(allClosed(tree))}
        tools={tools}
      />
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={m.console_json()}
        aria-activedescendant={`${id}-${current}`}
        onKeyDown={onKeyDown}
        className="min-h-0 overflow-auto focus-visible:-outline-offset-2"
        // Limits its height below the form.
        style={isPrinting ? { overflow: 'visible' } : { flex: 1, maxHeight: isPhone ? '60dvh' : '80dvh' }}
      >
        <div
          role="none"
          style={isPrinting ? undefined : { height, minWidth: '100%' }}
          className={isPrinting ? undefined : 'relative w-max'}
        >
          <JsonLines
            tree={tree}
            differenceMap={differenceMap}
            lines={lines}
            drawn={drawn}
            row={row}
            isPlaced={!isPrinting}
            closed={closed}
            current={current}
            hits={search === '' ? NO_HITS : hitNodes}
            id={id}
            onPress={toggle}
          />
        </div>
      </div>
      {isPrinting && drawn.length < lines.length && (
        <p className="px-4 py-2 text-12 text-text-2">
          {m.console_printed_part({ shown: formatNumber(drawn.length), count: formatNumber(lines.length) })}
        </p>
      )}
    </>
  )
}

const NO_HITS: ReadonlySet<number> = new Set()

/**
 * @param row pixels
 * @param isPlaced false: in flow, on paper
 */
const JsonLines = ({
  tree,
  differenceMap,
  lines,
  drawn,
  row,
  isPlaced,
  closed,
  current,
  hits,
  id,
  onPress,
}: {
  tree: ReturnType<typeof jsonTreeOf>
  differenceMap: DifferenceMap
  lines: readonly number[]
  drawn: readonly number[]
  row: number
  isPlaced: boolean
  closed: Closed
  current: number
  hits: ReadonlySet<number>
  id: string
  onPress: (node: number) => void
}) =>
  drawn.map((index) => {
    const line = lines[index]!
    const node = nodeOf(line)
    return (
      <JsonLine
        key={line}
        id={`${id}-${node}`}
        tree={tree}
        line={line}
        top={isPlaced ? index * row : null}
        height={row}
        isClosed={closed.has(node)}
        isCurrent={node === current && !isEnd(line)}
        isMatch={!isEnd(line) && hits.has(node)}
        mark={isEnd(line) ? undefined : markOf(tree, differenceMap, node)}
        onPress={onPress}
      />
    )
  })

/**
 * Search and expand controls.
 * @param found index of the current match; -1: none; null: no search
 */
const JsonSearch = ({
  query,
  onSearch,
  found: hits,
  onGo,
  onOpenAll,
  onCloseAll,
  tools,
}: {
  query: string
  onSearch: (text: string) => void
  found: { readonly nth: number; readonly count: number } | null
  onGo: (by: 1 | -1) => void
  onOpenAll: () => void
  onCloseAll: () => void
  tools: ReactNode
}) => (
  <div className="flex flex-wrap items-center gap-1 border-b border-line px-4 py-1.5">
    <SearchField
      label={m.console_search()}
      value={query}
      onChange={({ target }) => onSearch(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onGo(event.shiftKey ? -1 : 1)
      }}
      className="w-52 min-w-0 phone:w-full"
    />
    <output className="px-1 text-12 text-text-3 tabular-nums">
      {hits === null
        ? null
        : hits.count === 0
          ? m.console_search_none()
          : m.console_search_at({
              nth: hits.nth < 0 ? '–' : formatNumber(hits.nth + 1),
              count: formatNumber(hits.count),
            })}
    </output>
    <IconButton icon="chevron-up" label={m.console_search_previous()} onClick={() => onGo(-1)} />
    <IconButton icon="chevron-down" label={m.console_search_next()} onClick={() => onGo(1)} />
    <IconButton icon="plus" label={m.console_open_all()} onClick={onOpenAll} />
    <IconButton icon="minus" label={m.console_close_all()} onClick={onCloseAll} />
    <span className="ml-auto flex items-center gap-1">{tools}</span>
  </div>
)
