import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { IconButton } from '#/ui/control/button.tsx'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'
import { toneText } from '#/ui/data/status.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import type { PaletteRow, PaletteSection } from './compose.ts'
import type { PaletteGroup } from './item.ts'

const GROUP_WORD = {
  caller: m.palette_caller,
  pages: m.palette_pages,
  objects: m.nav_objects,
  clients: m.nav_clients,
  views: m.palette_views,
  recent: m.palette_recent_contacts,
  texts: m.palette_conversations,
  actions: m.palette_actions,
} as const satisfies Record<PaletteGroup, () => string>

const INHERITED = { maxHeight: 'inherit' }

/** The note is truncated first; inline, to keep it out of the initial style sheet. */
const CUT_FIRST = { flexShrink: 999 }

const PAGE_ROWS = 8

export const PaletteList = ({
  query,
  onQuery,
  hint,
  sections,
  onClose,
  children,
}: {
  query: string
  onQuery: (query: string) => void
  hint: string
  sections: readonly PaletteSection[]
  onClose: () => void
  children: ReactNode
}) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const rows = sections.flatMap((section) => section.rows)
  const [chosen, setChosen] = useState<string | null>(null)
  // A vanished row is replaced by the first.
  const current = Math.max(
    rows.findIndex((row) => row.id === chosen),
    0,
  )
  const row = rows[current]
  const idOf = (index: number) => `${id}${index}`

  const currentId = row?.id
  useEffect(() => {
    if (currentId === undefined) return
    const option = list.current?.querySelector('[aria-selected="true"]')
    if (!option) return
    // Shows the group's header too.
    if (current === 0) list.current?.scrollTo?.({ top: 0 })
    else option.scrollIntoView?.({ block: 'nearest' })
  }, [current, currentId])

  const choose = ({ item }: PaletteRow, aside: boolean) => {
    const href = item.href?.()
    if (aside && href === undefined) return
    onClose()
    if (aside) window.open(href, '_blank', 'noopener')
    else item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const isModified = event.ctrlKey || event.metaKey
    // The opening shortcut closes too.
    if (event.key === 'Escape' || (isModified && 'kл'.includes(event.key.toLowerCase()))) {
      event.preventDefault()
      onClose()
      return
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (row) choose(row, isModified)
      return
    }
    const to = isModified || event.shiftKey ? null : ledTo(event.key, current, rows.length)
    const next = to === null ? undefined : rows[to]
    if (!next) return
    event.preventDefault()
    setChosen(next.id)
  }
  return (
    <div className="flex flex-col" style={INHERITED}>
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-text-3" />
        <input
          data-takes-focus
          role="combobox"
          aria-label={m.palette_title()}
          aria-expanded={rows.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={row ? idOf(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={hint}
          value={query}
          onChange={(event) => {
            setChosen(null)
            onQuery(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 grow bg-transparent text-16 outline-none"
        />
        <span role="status" className="shrink-0 text-12 text-text-3 tabular-nums">
          {query.trim() !== '' && m.palette_count(counted(rows.length))}
        </span>
        <IconButton icon="close" label={m.close()} onClick={onClose} className="desk:hidden" />
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-2" ref={list}>
        <div role="listbox" id={id} aria-label={m.palette_title()}>
          {sections.map(({ group, rows: ofGroup }) => (
            <div key={group} role="group" aria-labelledby={`${id}${group}`} className="mb-2">
              <div id={`${id}${group}`} className="px-2 py-1 text-12 font-medium text-text-3">
                {GROUP_WORD[group]()}
              </div>
              {ofGroup.map((one) => {
                const index = rows.indexOf(one)
                return (
                  <Option
                    key={one.id}
                    id={idOf(index)}
                    row={one}
                    isCurrent={index === current}
                    onPoint={() => setChosen(one.id)}
                    onChoose={(aside) => choose(one, aside)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <div className="px-2 pb-1 text-13 text-text-3 empty:hidden">{children}</div>
      </div>
      <Foot means={row?.item.means?.()} hasAddress={row?.item.href !== undefined} />
    </div>
  )
}

/** Null: not a list key. Arrows wrap. */
const ledTo = (key: string, from: number, count: number): number | null => {
  if (count === 0) return null
  const to: Readonly<Record<string, number>> = {
    ArrowDown: (from + 1) % count,
    ArrowUp: (from - 1 + count) % count,
    PageDown: Math.min(from + PAGE_ROWS, count - 1),
    PageUp: Math.max(from - PAGE_ROWS, 0),
    Home: 0,
    End: count - 1,
  }
  return Object.hasOwn(to, key) ? (to[key] ?? null) : null
}

const Option = ({
  id,
  row: { item, label, note },
  isCurrent,
  onPoint,
  onChoose,
}: {
  id: string
  row: PaletteRow
  isCurrent: boolean
  onPoint: () => void
  onChoose: (aside: boolean) => void
}) => (
  // The keys are the field's, which keeps the focus.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    role="option"
    id={id}
    // Otherwise read in pieces.
    aria-label={[item.label, item.note, item.aside, isCurrent && 'Enter'].filter(Boolean).join(', ')}
    aria-selected={isCurrent}
    data-focused={isCurrent || undefined}
    tabIndex={-1}
    onPointerMove={isCurrent ? undefined : onPoint}
    onMouseDown={(event) => event.preventDefault()}
    onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    className="flex min-h-9 cursor-default items-center gap-3 rounded-2 px-2 text-14 data-focused:bg-selected touch:min-h-12 forced-colors:data-focused:outline-2"
  >
    <Icon
      name={item.icon}
      className={item.tone ? toneText[item.tone] : isCurrent ? 'text-accent' : 'text-text-3'}
    />
    <span className="min-w-0 truncate">
      <bdi>
        <MarkedPieces pieces={label} />
      </bdi>
    </span>
    {/* What is seen apart is read apart. */}{' '}
    <span style={CUT_FIRST} className="mr-auto min-w-0 truncate text-13 text-text-3">
      <bdi>
        <MarkedPieces pieces={note} />
      </bdi>
    </span>{' '}
    {item.aside !== undefined && <span className="shrink-0 text-12 text-text-3">{item.aside}</span>}{' '}
    {isCurrent && (
      <span aria-hidden="true" className="shrink-0 phone:hidden">
        <Kbd>Enter</Kbd>
      </span>
    )}
  </div>
)

const Foot = ({ means, hasAddress }: { means: string | undefined; hasAddress: boolean }) => (
  <div
    className={classNames(
      'shrink-0 border-t border-line px-4 py-2.5 text-12 text-text-3',
      means === undefined && 'phone:hidden',
    )}
  >
    {means !== undefined && <p className="pb-1 text-text-2">{means}</p>}
    <p className="flex flex-wrap gap-x-4 whitespace-nowrap phone:hidden">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {m.key_up_down()}
      </span>
      <span>
        <Kbd>Enter</Kbd> {m.key_open()}
      </span>
      {hasAddress && (
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> {m.palette_new_tab()}
        </span>
      )}
      <span className="ml-auto">
        <Kbd>Esc</Kbd> {m.key_close()}
      </span>
    </p>
  </div>
)
