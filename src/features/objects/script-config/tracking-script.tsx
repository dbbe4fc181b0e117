import type { ObjRead } from '#/contract/object.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { ScriptEditor } from './script-editor.tsx'
import { Snippet } from './snippet.tsx'

/** Region "Tracking script": the script's options and the snippet. Not for who may only see statistics (G12). */
export const TrackingScript = ({
  object,
  onDirtyChange,
}: {
  object: ObjRead
  /** Whether there are edits that are not saved. */
  onDirtyChange?: (isDirty: boolean) => void
}) => {
  const { scope } = useSignedIn()
  return (
    <Section title={m.object_script()} note={m.script_note()}>
      <div className="mt-1 flex flex-wrap gap-x-8 gap-y-6">
        <div className="min-w-0 grow basis-88">
          <ScriptEditor
            key={JSON.stringify([scope.client, object.oid])}
            object={object}
            onDirtyChange={onDirtyChange}
          />
        </div>
        <div className="min-w-0 grow basis-96">
          <Snippet code={object.js_code} />
        </div>
      </div>
    </Section>
  )
}
