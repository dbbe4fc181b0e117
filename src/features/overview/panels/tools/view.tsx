import { useBelow } from '#/features/overview/data/use-below.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { MINUS_FILE, SHIFTS_FILE } from './files.ts'

/** What is worked out only when the user wants it. */
const Tools = () => {
  const below = useBelow()
  return (
    <Section title={m.tools_title()} className="border-t border-line">
      {below === null ? <SkeletonLines lines={4} label={m.loading()} /> : <below.ToolList />}
    </Section>
  )
}

export const toolsPanel: PanelModule = {
  name: 'tools',
  title: m.tools_title,
  View: Tools,
  files: [SHIFTS_FILE, MINUS_FILE],
}
