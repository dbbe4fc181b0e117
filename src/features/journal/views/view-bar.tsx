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

/** The views as tabs, and what can be done with the open one: one line, however many there are. */
export const ViewBar = (props: ViewsProps) => {
  const { journal, views, today } = props
  const { ref: row, ...roving } = useRovingLine<HTMLElement>('a')
  const wanted = useRef<string | null>(null)
  // A button that goes with what it did would leave the focus nowhere; its heir is a tab that may still be on its way.
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

/** The views as tabs beside the title: shipped ones, then the user's own. What does not fit is scrolled to, or chosen from a menu. */
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
          // A tab that does not fit fades out instead of ending in the middle of a letter.
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

/** A link, so that it can be opened in another tab and copied; the client stays in it. */
const Tab = ({ view, current, changed }: { view: TabView; current: boolean; changed: boolean }) => {
  const link = useLinkProps({
    to: '.',
    search: ({ client }) => ({ ...(client ? { client } : {}), ...viewLink(view.id, view.search) }),
    state: { view: view.id },
    resetScroll: false,
    className: classNames(tabClass, 'max-w-60 shrink-0 focus-visible:-outline-offset-2'),
  })
  return (
    // Which view is open is not told by the address alone: one that is changed is open still.
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

/** Pixels of the neighbours that are seen beside a tab. */
const BESIDE = 24

/** Scrolls the row alone: on a phone it stands in the list's own box, which has to stay where it is. */
const bringInto = (row: Element, tab: Element) => {
  const [view, { left, right }] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (left < view.left + BESIDE) row.scrollLeft -= view.left + BESIDE - left
  else if (right > view.right - BESIDE) row.scrollLeft += right - view.right + BESIDE
}

/**
 * Keeps the tab at `place` in view while the row or its tabs change their sizes.
 * @returns whether the row holds more than it shows
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
    // Its own size and that of each tab: views come and go, and letters come after the first paint.
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
