import { useState, useSyncExternalStore } from 'react'
import { hasNewBuild } from '#/api/transport/server-facts.ts'
import { useIsDirty } from '#/domain/leaving.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from './bar.tsx'

/** The server has a newer Callboard than this page is. The page goes on as it is until the person reloads it. */
export const NewBuildBar = () => {
  const isNew = useSyncExternalStore(hasNewBuild.on, hasNewBuild.now)
  const isDirty = useIsDirty()
  const [isLater, setIsLater] = useState(false)
  if (!isNew || isLater) return null
  return (
    <Bar
      icon="refresh"
      tone="accent"
      title={m.new_build()}
      actions={
        <>
          {!isDirty && (
            <Button variant="primary" onClick={() => location.reload()}>
              {m.reload()}
            </Button>
          )}
          <Button onClick={() => setIsLater(true)}>{m.later()}</Button>
        </>
      }
    >
      {isDirty ? m.new_build_typed() : m.new_build_text()}
    </Bar>
  )
}
