import { useEffect, useRef } from 'react'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { Views } from './use-views.ts'
import { ViewTabs } from './view-tabs.tsx'
import { ViewTools } from './view-tools.tsx'

/** The views as tabs, and what can be done with the open one: one line, however many there are. */
export const ViewBar = (props: {
  oid: string | null
  journal: Journal
  views: Views
  /** Columns of the table now. */
  shown: readonly string[]
  /** The day it is on the objects' clock. */
  today: string
}) => {
  const { journal, views, today } = props
  const row = useRef<HTMLElement>(null)
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
      <ViewTabs {...{ journal, views, today, row }} />
      <ViewTools
        {...props}
        focusTab={(id) => {
          wanted.current = id
        }}
      />
    </div>
  )
}
