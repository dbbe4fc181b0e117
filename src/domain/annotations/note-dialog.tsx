import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTE_MAX, type Annotation } from '#/contract/annotations/annotations.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { closeIfAllowed } from '#/domain/saving/leaving.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { TextArea } from '#/ui/control/text-area.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FormButtons } from '#/ui/overlay/form-buttons.tsx'
import { whoWord } from './annotation-labels.ts'
import { useSaveAnnotation } from './use-save-annotation.ts'

/**
 * Note on a contact. On a conflict both versions are shown for merging.
 * @param mark the note when opened; null: closed
 */
export const NoteDialog = ({
  mark,
  about,
  onClose,
}: {
  mark: Annotation | null
  about: string
  onClose: () => void
}) => (
  <Dialog
    open={mark !== null}
    title={m.annotation_note_title({ about })}
    onClose={() => void closeIfAllowed(onClose)}
  >
    {mark && <NoteForm key={`${mark.oid} ${mark.id}`} mark={mark} onClose={onClose} />}
  </Dialog>
)

const NoteForm = ({ mark, onClose }: { mark: Annotation; onClose: () => void }) => {
  const [text, setText] = useState(mark.note)
  const [theirs, setTheirs] = useState<Annotation | null>(null)
  const save = useSaveAnnotation()
  const blocked = useSaveBlocked(true)
  const tooLong = text.length > NOTE_MAX
  const { mutate, isPending, error } = useMutation({
    mutationFn: (before: Annotation) => save(before, { note: text.trim() }),
    onSuccess: ({ is, mark: stored }) => (is === 'saved' ? onClose() : setTheirs(stored)),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooLong && blocked === undefined && !isPending) mutate(theirs ?? mark)
      }}
    >
      {theirs && (
        <div role="alert" className="mb-3 grid gap-2 border-l-2 border-warning pl-3 text-13">
          <p>{m.annotation_note_changed({ who: whoWord(theirs.who) })}</p>
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere text-text-2">
            <bdi>{theirs.note === '' ? m.annotation_note_empty() : theirs.note}</bdi>
          </p>
          <div>
            <Button onClick={() => setText(`${theirs.note}\n${text}`.trim())}>
              {m.annotation_note_both()}
            </Button>
          </div>
        </div>
      )}
      <TextArea
        label={m.annotation_note()}
        labelHidden
        value={text}
        rows={5}
        data-autofocus
        hint={m.annotation_note_hint()}
        error={
          tooLong
            ? m.annotation_note_long({ most: formatNumber(NOTE_MAX), shown: formatNumber(text.length) })
            : error !== null
              ? errorText(error)
              : undefined
        }
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-4">
        <FormButtons>
          <Button onClick={() => void closeIfAllowed(onClose)}>{m.cancel()}</Button>
          <Button variant="primary" type="submit" pending={isPending} disabledReason={blocked}>
            {theirs ? m.annotation_note_save_mine() : m.annotation_note_save()}
          </Button>
        </FormButtons>
      </div>
      <LeaveGuard isDirty={text !== mark.note} isSaving={isPending} />
    </form>
  )
}
