import { useState } from 'react'
import type { SpendChange } from '#/features/overview/spend/change-amounts.ts'
import { isApiError } from '#/api/error.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { closeIfAllowed } from '#/domain/saving/leaving.ts'
import type { OpenedDialog } from '#/domain/notice/dialog-button.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FilePart } from './file-part.tsx'
import { openQuestionLabel } from './labels.ts'
import { PastePart, usePastedSheet } from './paste-part.tsx'
import { TypedPart } from './typed-part.tsx'
import { useImport, type Import } from './use-import.ts'
import { useKnown } from './use-known.ts'
import { useSavedSpend } from './use-saved-spend.ts'
import { useSheetFile } from './use-sheet-file.ts'
import { useTyped, type Typed } from './use-typed.ts'

const WAYS = ['type', 'paste', 'file'] as const
type Way = (typeof WAYS)[number]

const WAY_WORDS = {
  type: m.spend_way_type,
  paste: m.spend_way_paste,
  file: m.spend_way_file,
} as const satisfies Record<Way, () => string>

/** Undefined: can be applied. */
const blockedReason = (
  way: Way,
  typed: Typed,
  imported: Import | null,
  changes: readonly SpendChange[],
  hasRoom: boolean,
): string | undefined => {
  if (way === 'type' && typed.wrong > 0) return m.spend_wrong(counted(typed.wrong))
  const [open] = imported?.read.open ?? []
  if (open !== undefined) return openQuestionLabel(open)
  if (changes.length === 0) return m.spend_nothing()
  return hasRoom ? undefined : m.spend_full()
}

/** Entry of spend by typing, pasting or file. Drafts of each way survive switching, until saved. */
export const SpendDialog = ({ nth, ...opened }: OpenedDialog) => <OpenedSpend key={nth} {...opened} />

const OpenedSpend = ({ isOpen, onClose }: Omit<OpenedDialog, 'nth'>) => {
  const { days, today, objectTitle } = useOverview('days', 'today', 'objectTitle')
  const saved = useSavedSpend()
  const cutOff = useSaveBlocked(true)
  const known = useKnown()
  const [way, setWay] = useState<Way>('type')
  const lastMonth = (days.to < today ? days.to : today).slice(0, 7)
  const [month, setMonth] = useState(lastMonth)
  const typed = useTyped(saved.amounts, today)
  const paste = usePastedSheet()
  const file = useSheetFile()
  const pasted = useImport(paste.sheet, saved.amounts, known, lastMonth, today)
  const fromFile = useImport(file.sheet, saved.amounts, known, lastMonth, today)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)

  const imported = way === 'paste' ? pasted : way === 'file' ? fromFile : null
  const isBehind = way === 'paste' && paste.isBehind
  const changes = way === 'type' ? typed.changes : (!isBehind && imported?.changes) || []
  const hasRoom = changes.length === 0 || saved.hasRoom(changes)
  const work = {
    type: typed.changes.length > 0 || typed.wrong > 0,
    paste: paste.text !== '',
    file: file.file !== null,
  } satisfies Record<Way, boolean>
  const isDirty = isOpen && WAYS.some((one) => work[one])

  const close = () => closeIfAllowed(onClose)
  const clear = {
    type: typed.clear,
    paste: () => paste.setText(''),
    file: file.clear,
  } satisfies Record<Way, () => void>
  const apply = () => {
    setSaving(true)
    setFailure(null)
    saved.save(changes, (error) => {
      setSaving(false)
      setFailure(error)
      if (error !== null) return
      // Another way has unapplied entries.
      const left = WAYS.find((one) => one !== way && work[one])
      if (left === undefined) return onClose()
      clear[way]()
      setWay(left)
    })
  }
  const { object } = saved.owner
  return (
    <>
      <Dialog
        open={isOpen}
        size="wide"
        title={m.spend_title()}
        onClose={() => void close()}
        actions={
          <>
            <Button onClick={() => void close()}>{m.cancel()}</Button>
            <Button
              variant="primary"
              pending={isSaving}
              disabledReason={cutOff ?? blockedReason(way, typed, imported, changes, hasRoom)}
              onClick={apply}
            >
              {m.spend_apply()}
            </Button>
          </>
        }
      >
        <p className="text-13">
          <bdi className="font-strong text-text">
            {object === null
              ? m.spend_for_all()
              : m.spend_for_object({ object: objectTitle(object) ?? object })}
          </bdi>
          . {m.spend_no_currency()}
        </p>
        <Choice
          label={m.spend_ways()}
          options={WAYS.map((value) => ({ value, label: WAY_WORDS[value]() }))}
          value={way}
          onChange={setWay}
          className="my-2 border-b border-line"
        />
        {/* Equal height in each way, so that the switch doesn't move. */}
        <div className="flex flex-col desk:min-h-[54dvh]">
          {way === 'type' && (
            <TypedPart
              typed={typed}
              known={known}
              month={month}
              setMonth={setMonth}
              ofObjects={saved.ofObjects}
              onPasteSheet={(text) => {
                paste.setText(text)
                setWay('paste')
              }}
            />
          )}
          {way === 'paste' && <PastePart paste={paste} imported={pasted} known={known} />}
          {way === 'file' && <FilePart file={file} imported={fromFile} known={known} />}
        </div>
        <div aria-live="polite" className="grid gap-1 pt-2 text-13 empty:hidden">
          {failure !== null && (
            <p className="flex items-start gap-1.5 text-missed">
              <Icon name="alert" className="mt-0.5" />
              {isApiError(failure, 'too-large')
                ? m.spend_full()
                : m.preferences_not_saved({ reason: errorText(failure) })}
            </p>
          )}
          {!hasRoom && (
            <p className="flex items-start gap-1.5 text-missed">
              <Icon name="alert" className="mt-0.5" />
              {m.spend_full()}
            </p>
          )}
        </div>
      </Dialog>
      <LeaveGuard isDirty={isDirty} isSaving={isSaving} />
    </>
  )
}
