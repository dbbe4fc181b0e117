import { useId, useRef, useState, type DragEvent } from 'react'
import type { SheetEncoding } from '#/features/overview/spend/reading/decode.ts'
import { SHEET_LINES_MAX } from '#/features/overview/spend/reading/sheet.ts'
import { WORKBOOK_MAX, WORKBOOK_TYPE } from '#/contract/spend/spend-sheet.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { Icon } from '#/ui/icon.tsx'
import { SpendPreview } from './preview.tsx'
import type { Import } from './use-import.ts'
import type { Known } from './use-known.ts'
import { TEXT_MAX_MB, WORKBOOK_MAX_MB, type FileProblem, type useSheetFile } from './use-sheet-file.ts'

const PROBLEM_WORDS = {
  text_too_big: () => m.spend_file_too_big({ limit: formatNumber(TEXT_MAX_MB) }),
  too_long: () => m.spend_too_long({ limit: formatNumber(SHEET_LINES_MAX) }),
  empty: m.spend_file_empty,
  failed: m.spend_file_failed,
  old_excel: m.spend_file_old_excel,
  no_table: m.spend_file_no_table,
  sheet_unreadable: m.spend_file_unreadable,
  sheet_too_large: () =>
    m.spend_file_book_too_large({
      limit: formatNumber(WORKBOOK_MAX_MB),
      cells: formatNumber(WORKBOOK_MAX.cells),
    }),
} as const satisfies Record<Exclude<FileProblem['is'], 'unanswered'>, () => string>

const fileProblemLabel = (problem: FileProblem): string =>
  problem.is === 'unanswered'
    ? m.spend_file_unanswered({ reason: errorText(problem.error) })
    : PROBLEM_WORDS[problem.is]()

/** UTF-8 isn't mentioned. */
const ENCODING_NAMES: Readonly<Partial<Record<SheetEncoding, string>>> = {
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}

const ACCEPTED = `.csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,${WORKBOOK_TYPE}`

export const FilePart = ({
  file: { file, sheet, chosenSheet, chooseSheet, failed, reading, choose },
  imported,
  known,
}: {
  file: ReturnType<typeof useSheetFile>
  imported: Import | null
  known: Known
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drag = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isIn)
  }
  const encoding = file?.encoding ? ENCODING_NAMES[file.encoding] : undefined
  return (
    <>
      {/* Drag and drop is an alternative to the button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          const [dropped] = event.dataTransfer.files
          if (dropped) void choose(dropped)
        }}
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-dashed p-3 text-13',
          file === null && 'min-h-40 grow flex-col justify-center text-center',
          isOver ? 'border-accent bg-selected' : 'border-line-control',
        )}
      >
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          aria-label={m.spend_file_label()}
          aria-describedby={id}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void choose(chosen)
            // Allows the same file to be chosen again after a fix.
            currentTarget.value = ''
          }}
        />
        <Button pending={reading !== null} onClick={() => input.current?.click()}>
          {m.spend_file_choose()}
        </Button>
        {file && (
          <span className="inline-flex min-w-0 items-center gap-1.5 font-strong text-text">
            <Icon name="check" className="text-answered" />
            <bdi className="truncate">{file.name}</bdi>
          </span>
        )}
        {encoding !== undefined && <span className="text-text-3">{m.spend_file_encoding({ encoding })}</span>}
        {file && file.sheets.length > 1 && (
          <SelectField
            label={m.spend_sheet()}
            labelHidden
            value={chosenSheet}
            onChange={({ currentTarget }) => chooseSheet(Number(currentTarget.value))}
            className="w-56"
          >
            {file.sheets.map(({ sheetName }, index) => (
              <option key={sheetName} value={index}>
                {m.spend_sheet_named({ name: sheetName ?? '' })}
              </option>
            ))}
          </SelectField>
        )}
        {!file && (
          <span id={id} className="max-w-100 text-text-3">
            {m.spend_file_hint()}
          </span>
        )}
      </div>
      <p role="status" className="mt-1 text-13 text-text-3 empty:hidden">
        {reading !== null && m.spend_file_reading({ name: reading })}
      </p>
      {failed && reading === null && (
        <p role="alert" className="mt-1 flex items-start gap-1.5 text-13 text-missed">
          <Icon name="alert" className="mt-0.5" />
          <span>
            <bdi>{failed.name}</bdi>: {fileProblemLabel(failed.problem)}
          </span>
        </p>
      )}
      {sheet && imported && <SpendPreview imported={imported} known={known} />}
    </>
  )
}
