import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/*
 * What the journal's table is held against: pages that show the same texts in as many columns and do nothing else with
 * them. Each fills the box it is given.
 */

type Rows = readonly (readonly string[])[]

export interface PeerTable {
  /** Finds what is scrolled. */
  readonly box: string
  /** Pixels of it that its head covers. */
  readonly head: number
  /** Finds the rows that are drawn, and the attribute of theirs that holds their index. */
  readonly row: string
  readonly rowIndex: string
  /** Shows only rows with a value in a column, or with null all. */
  readonly filter: (column: number, value: string | null) => unknown
}

export type PeerPage = (options: {
  readonly host: HTMLElement
  readonly rows: Rows
  readonly columns: readonly string[]
  readonly widths: readonly number[]
  readonly rowHeight: number
}) => PeerTable

const found = (rows: Rows, column: number, value: string | null): readonly number[] => {
  const indexes: number[] = []
  for (let index = 0; index < rows.length; index++)
    if (value === null || rows[index]![column] === value) indexes.push(index)
  return indexes
}

/** Rows of a pool, written by hand for nothing but this: the unit. */
const pool: PeerPage = ({ host, rows, columns, widths, rowHeight }) => {
  host.className = 'by-hand'
  const all = host.appendChild(document.createElement('div'))
  let shown = found(rows, 0, null)
  const places = Array.from({ length: Math.ceil(host.clientHeight / rowHeight) + 16 }, () => {
    const row = all.appendChild(document.createElement('div'))
    row.className = 'row'
    const cells = columns.map((_, column) => {
      const cell = row.appendChild(document.createElement('span'))
      cell.style.width = `${widths[column]}px`
      return cell.appendChild(document.createTextNode(''))
    })
    return { row, cells, index: -1 }
  })
  const draw = (isOther = false) => {
    const first = Math.max(Math.floor(host.scrollTop / rowHeight) - 8, 0)
    for (let index = first; index < first + places.length; index++) {
      const place = places[index % places.length]!
      if (place.index === index && !isOther) continue
      place.index = index
      const values = rows[shown[index] ?? -1]
      place.row.hidden = values === undefined
      place.row.dataset['index'] = String(index)
      place.row.style.transform = `translateY(${index * rowHeight}px)`
      place.cells.forEach((cell, column) => {
        cell.data = values?.[column] ?? ''
      })
    }
  }
  const size = () => {
    all.style.height = `${shown.length * rowHeight}px`
  }
  size()
  draw()
  host.addEventListener('scroll', () => draw())
  return {
    box: '.by-hand',
    head: 0,
    row: '.row',
    rowIndex: 'data-index',
    filter: (column, value) => {
      shown = found(rows, column, value)
      size()
      draw(true)
    },
  }
}

/** React with TanStack Virtual, as its documentation has it, over an array of indexes; rows are memoised. */
const virtual: PeerPage = ({ host, rows, widths, rowHeight }) => {
  host.className = 'virtual'
  const Row = memo(
    ({ index, start, values }: { index: number; start: number; values: readonly string[] }) => (
      <div className="row" data-index={index} style={{ transform: `translateY(${start}px)` }}>
        {values.map((value, column) => (
          // Columns have no id: the place is their key.
          <span key={column} style={{ width: widths[column] }}>
            {value}
          </span>
        ))}
      </div>
    ),
  )
  let show: (indexes: readonly number[]) => void = () => {}
  const List = ({ box }: { box: RefObject<HTMLElement> }) => {
    const [shown, setShown] = useState(() => found(rows, 0, null))
    show = setShown
    const virtualizer = useVirtualizer({
      count: shown.length,
      getScrollElement: () => box.current,
      estimateSize: () => rowHeight,
      overscan: 5,
    })
    return (
      <div style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <Row key={key} index={index} start={start} values={rows[shown[index]!]!} />
        ))}
      </div>
    )
  }
  const Page = () => <List box={useRef(host)} />
  const root = createRoot(host)
  flushSync(() => root.render(<Page />))
  return {
    box: '.virtual',
    head: 0,
    row: '.row',
    rowIndex: 'data-index',
    filter: (column, value) => flushSync(() => show(found(rows, column, value))),
  }
}

const PEERS = {
  pool,
  virtual,
  'ag-grid': async (...options: Parameters<PeerPage>) =>
    (await import('../peers/ag-grid.ts')).agGrid(...options),
}
export type PeerName = keyof typeof PEERS

export interface PeerStart {
  readonly name: PeerName
  /** Of how many rows it is the texts, one after another and again from the first. */
  readonly count: number
  readonly texts: Rows
  readonly columns: readonly string[]
  readonly widths: readonly number[]
  readonly height: number
  readonly width: number
  readonly rowHeight: number
}

declare global {
  // oxlint-disable-next-line no-var -- how a global is declared
  var startPeer: ((start: PeerStart) => Promise<Omit<PeerTable, 'filter'>>) | undefined
  // oxlint-disable-next-line no-var
  var filterPeer: PeerTable['filter'] | undefined
}

globalThis.startPeer = async ({ name, count, texts, columns, widths, height, width, rowHeight }) => {
  const host = document.getElementById('host')!
  host.style.cssText = `height: ${height}px; width: ${width}px`
  const rows = Array.from({ length: count }, (_, index) => texts[index % texts.length]!)
  const { filter, ...table } = await PEERS[name]({ host, rows, columns, widths, rowHeight })
  globalThis.filterPeer = filter
  return table
}
