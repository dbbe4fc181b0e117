import { useState } from 'react'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { PANELS } from '#/features/overview/panels/panels.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { inOrder, type Arrangement } from './arrangement.ts'

const NOTHING: Arrangement = {}
const PARTS: readonly (readonly [string, readonly PanelModule[]])[] = Object.entries(PANELS)

/** Chooses which panels are shown and their order within each part of the page. */
export const ArrangePanels = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { preferences, change } = usePreferences()
  const blocked = useSaveBlocked()
  const [announcement, setAnnouncement] = useState('')
  const arrangement = preferences.overview ?? NOTHING
  const hidden = new Set(arrangement.hidden)
  const shown = PARTS.flatMap(([, panels]) => panels).filter(({ name }) => !hidden.has(name))
  const isUsual = hidden.size === 0 && (arrangement.order ?? []).length === 0
  const toggle = (name: string) =>
    change(({ overview }) => {
      const next = new Set(overview?.hidden)
      if (!next.delete(name)) next.add(name)
      return { overview: { ...overview, hidden: [...next] } }
    })
  const move = (
    part: readonly { readonly name: string; readonly title: () => string }[],
    at: number,
    to: number,
  ) => {
    const names = part.map(({ name }) => name)
    const [moved] = names.splice(at, 1)
    names.splice(to, 0, moved!)
    setAnnouncement(m.arrange_moved({ panel: part[at]!.title(), place: to + 1, count: names.length }))
    change(({ overview }) => ({
      overview: {
        ...overview,
        order: [...(overview?.order ?? []).filter((name) => !names.includes(name)), ...names],
      },
    }))
  }
  return (
    <Dialog
      open={isOpen}
      title={m.arrange()}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="ghost"
            disabledReason={isUsual ? m.arrange_usual() : blocked}
            onClick={() => {
              change(() => ({ overview: {} }))
              setAnnouncement(m.arrange_reset_done())
            }}
          >
            {m.arrange_reset()}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {m.arrange_done()}
          </Button>
        </>
      }
    >
      <p className="text-13 text-text-2">{m.arrange_about()}</p>
      <div className="mt-2">
        {PARTS.map(([place, panels]) => {
          const part = inOrder(panels, arrangement)
          return (
            <ul key={place} className="border-t border-line py-1">
              {part.map(({ name, title }, at) => {
                const isShown = !hidden.has(name)
                const isLast = isShown && shown.length === 1
                return (
                  <li key={name} className="flex min-h-8 items-center gap-1 phone:min-h-11">
                    <Checkbox
                      className="mr-auto"
                      checked={isShown}
                      disabled={isLast || blocked !== undefined}
                      title={isLast ? m.arrange_last() : blocked}
                      onChange={() => toggle(name)}
                    >
                      {title()}
                    </Checkbox>
                    {part.length > 1 && (
                      <>
                        <IconButton
                          icon="chevron-up"
                          label={m.arrange_up({ panel: title() })}
                          disabledReason={at === 0 ? m.arrange_is_first() : blocked}
                          onClick={() => move(part, at, at - 1)}
                        />
                        <IconButton
                          icon="chevron-down"
                          label={m.arrange_down({ panel: title() })}
                          disabledReason={at === part.length - 1 ? m.arrange_is_last() : blocked}
                          onClick={() => move(part, at, at + 1)}
                        />
                      </>
                    )}
                  </li>
                )
              })}
            </ul>
          )
        })}
      </div>
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </Dialog>
  )
}
