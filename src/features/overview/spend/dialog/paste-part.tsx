import { useDeferredValue, useId, useMemo, useState } from 'react'
import { readSheet, SHEET_LINES_MAX } from '#/features/overview/spend/reading/sheet.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SpendPreview } from './preview.tsx'
import type { Import } from './use-import.ts'
import type { Known } from './use-known.ts'

export const usePastedSheet = () => {
  const [text, setText] = useState('')
  const late = useDeferredValue(text)
  const read = useMemo(() => readSheet(late), [late])
  const sheet = useMemo(
    () => (read.is === 'read' ? { ...read, fileName: null, sheetName: null } : null),
    [read],
  )
  return {
    text,
    setText,
    /** Null: nothing to parse. */
    sheet,
    isBehind: late !== text,
    isTooLong: read.is === 'too_long',
  }
}

export const PastePart = ({
  paste: { text, setText, isTooLong },
  imported,
  known,
}: {
  paste: ReturnType<typeof usePastedSheet>
  imported: Import | null
  known: Known
}) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="text-13 font-medium text-text-2">
        {m.spend_paste_label()}
      </label>
      <textarea
        id={id}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        rows={imported === null ? 12 : 4}
        spellCheck={false}
        wrap="off"
        aria-describedby={`${id}-hint`}
        className="mt-1 block w-full resize-y rounded-2 border border-line-control bg-raised p-2 text-13 text-text tabular-nums hover:border-text-2 focus-visible:-outline-offset-1 phone:text-16"
      />
      <p id={`${id}-hint`} className="mt-1 text-12 text-text-3">
        {m.spend_paste_hint()}
      </p>
      {isTooLong && (
        <p role="alert" className="mt-1 text-13 text-missed">
          {m.spend_too_long({ limit: formatNumber(SHEET_LINES_MAX) })}
        </p>
      )}
      {imported && <SpendPreview imported={imported} known={known} />}
    </>
  )
}
