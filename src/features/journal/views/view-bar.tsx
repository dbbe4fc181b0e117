import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { Views, ViewsProps } from './use-views.ts'
import { ViewTools } from './view-tools.tsx'
import { useLinkProps } from '@tanstack/react-router'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { IconButton } from '#/ui/control/button.tsx'
import { Tabs, tabClass } from '#/ui/control/tabs.tsx'
import { useRovingLine } from '#/ui/roving-focus.ts'
import { Menu } from '#/ui/overlay/menu.tsx'
import { searchOf, shippedSearch, viewLink } from './view.ts'
import { SHIPPED_VIEWS } from '#/domain/contact-list/shipped-views.ts'

/** Tabs of views and actions of the open one, on one line. */
export const ViewBar = (props: ViewsProps) => {
  const { journal, views, today } = props
  const { ref: row, ...roving } = useRovingLine<HTMLElement>('a')
  const wanted = useRef<string | null>(null)
  // Focus moves to a tab, which may render later.
  useEffect(() => {
    if (wanted.current === null) return
    const tab = row.current?.querySelector<HTMLElement>(`[data-view="${CSS.escape(wanted.current)}"]`)
    if (!tab) return
    wanted.current = null
    tab.focus()
  })
  return (
    <div className="flex min-w-80 flex-1 items-stretch gap-1 phone:w-full phone:min-w-full">
      <ViewTabs {...{ journal, views, today, row, roving }} />
      <ViewTools
        {...props}
        focusTab={(id) => {
          wanted.current = id
        }}
      />
    </div>
  )
}

interface TabView {
  readonly id: string
  readonly name: string
  readonly search: JournalSearch
}

/** Tabs that don't fit are scrolled to or chosen from a menu. */
const ViewTabs = ({
  journal,
  views,
  today,
  row,
  roving,
}: {
  journal: Journal
  views: Views
  today: string
  row: RefObject<HTMLElement | null>
  roving: Omit<ReturnType<typeof useRovingLine<HTMLElement>>, 'ref'>
}) => {
  const { openId } = views
  const shipped: TabView[] = SHIPPED_VIEWS.map((view) => ({
    id: view.id,
    name: view.name(),
    search: shippedSearch(view, journal.search),
  }))
  const own: TabView[] = views.own.map((view) => ({
    id: view.id,
    name: view.name,
    search: searchOf(view, today),
  }))
  const tabs = [...shipped, ...own]
  const place = tabs.findIndex(({ id }) => id === openId)
  const overflows = useScrolledRow(row, place)
  const items = (group: TabView[]) =>
    group.map(({ id, name, search }) => ({
      id,
      label: name,
      checked: id === openId,
      onSelect: () => journal.openView(search, id),
    }))

  return (
    <>
      <Tabs
        {...roving}
        ref={row}
        aria-label={m.views()}
        className={classNames(
          'relative min-w-0 overflow-x-auto scroll-px-6 [scrollbar-width:none] desk:h-auto phone:h-10',
          // Fades cut-off tabs.
          overflows && 'mask-[linear-gradient(90deg,#000_calc(100%-1.5rem),transparent)] pr-6',
        )}
      >
        {tabs.map((view) => (
          <Tab
            key={view.id}
            view={view}
            current={view.id === openId}
            changed={view.id === openId && views.open?.changed === true}
          />
        ))}
      </Tabs>
      {overflows && (
        <Menu
          label={m.views()}
          align="end"
          groups={[
            { label: m.view_shipped(), items: items(shipped) },
            ...(own.length > 0 ? [{ label: m.view_own(), items: items(own) }] : []),
          ]}
          renderTrigger={(trigger) => (
            <IconButton {...trigger} icon="chevron-down" label={m.view_more()} className="self-center" />
          )}
        />
      )}
    </>
  )
}

const Tab = ({ view, current, changed }: { view: TabView; current: boolean; changed: boolean }) => {
  const link = useLinkProps({
    to: '.',
    search: ({ client }) => ({ ...(client ? { client } : {}), ...viewLink(view.id, view.search) }),
    state: { view: view.id },
    resetScroll: false,
    className: classNames(tabClass, 'max-w-60 shrink-0 focus-visible:-outline-offset-2'),
  })
  return (
    // The address alone doesn't tell: a changed view stays open.
    <a {...link} aria-current={current ? 'page' : undefined} data-view={view.id} title={view.name}>
      <bdi className="truncate">{view.name}</bdi>
      {changed && (
        <>
          <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />
          <span className="sr-only">{m.view_has_changes()}</span>
        </>
      )}
    </a>
  )
}

/** Visible pixels of neighboring tabs. */
const BESIDE = 24

/** Scrolls only the row, not the list's box around it on a phone. */
const bringInto = (row: Element, tab: Element) => {
  const [view, { left, right }] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (left < view.left + BESIDE) row.scrollLeft -= view.left + BESIDE - left
  else if (right > view.right - BESIDE) row.scrollLeft += right - view.right + BESIDE
}

/**
 * Keeps the tab at `place` visible when sizes change.
 * @returns whether the row overflows
 */
const useScrolledRow = (row: RefObject<HTMLElement | null>, place: number): boolean => {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const sizes = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth + 1)
      const tab = element.children[place]
      if (tab) bringInto(element, tab)
    })
    // Observes all tabs: views change and fonts load late.
    const watch = () => {
      for (const one of [element, ...element.children]) sizes.observe(one)
    }
    const tabs = new MutationObserver(watch)
    tabs.observe(element, { childList: true })
    watch()
    return () => {
      sizes.disconnect()
      tabs.disconnect()
    }
  }, [row, place])
  return overflows
}
