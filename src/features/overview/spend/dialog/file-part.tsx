import { useId, useRef, useState, type DragEvent } from 'react'
import { decodeText, readSheet, SHEET_LINES_MAX, type SheetEncoding } from '#/analytics/spend/sheet.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { SpendPreview } from './preview.tsx'
import type { Import } from './use-import.ts'
import type { Known } from './use-known.ts'

const MEGABYTE = 1024 * 1024
const LIMIT_MB = 5

type Problem = 'too_big' | 'too_long' | 'empty' | 'failed'

interface SheetFile {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly encoding: SheetEncoding
}

/** The file the user has chosen. One that cannot be read leaves the one before it. */
export const useSheetFile = () => {
  const [file, setFile] = useState<SheetFile | null>(null)
  const [problem, setProblem] = useState<{ readonly is: Problem; readonly name: string } | null>(null)
  const read = async (chosen: File): Promise<Problem | null> => {
    if (chosen.size > LIMIT_MB * MEGABYTE) return 'too_big'
    try {
      const { text, encoding } = decodeText(new Uint8Array(await chosen.arrayBuffer()))
      const sheet = readSheet(text)
      if (sheet.is !== 'read') return sheet.is
      setFile({ name: chosen.name, rows: sheet.rows, encoding })
      return null
    } catch {
      // Gone, changed or locked since it was chosen.
      return 'failed'
    }
  }
  return {
    file,
    rows: file?.rows ?? null,
    problem,
    clear: () => setFile(null),
    choose: async (chosen: File) => {
      const is = await read(chosen)
      setProblem(is && { is, name: chosen.name })
    },
  }
}

const PROBLEM_WORDS = {
  too_big: () => m.spend_file_too_big({ limit: formatNumber(LIMIT_MB) }),
  too_long: () => m.spend_too_long({ limit: formatNumber(SHEET_LINES_MAX) }),
  empty: () => m.spend_file_empty(),
  failed: () => m.spend_file_failed(),
} as const satisfies Record<Problem, () => string>

export const FilePart = ({
  file: { file, problem, choose },
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
  return (
    <>
      {/* Dropping is one more way to do what the button does. */}
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
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          aria-label={m.spend_file_label()}
          aria-describedby={id}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void choose(chosen)
            // The same file, mended meanwhile, is chosen again.
            currentTarget.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>{m.spend_file_choose()}</Button>
        {file && (
          <span className="inline-flex min-w-0 items-center gap-1.5 font-strong text-text">
            <Icon name="check" className="text-answered" />
            <bdi className="truncate">{file.name}</bdi>
          </span>
        )}
        {file?.encoding === 'windows-1251' && <span className="text-text-3">{m.spend_file_windows()}</span>}
        {!file && (
          <span id={id} className="max-w-100 text-text-3">
            {m.spend_file_hint()}
          </span>
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1 flex items-start gap-1.5 text-13 text-missed">
          <Icon name="alert" className="mt-0.5" />
          <span>
            <bdi>{problem.name}</bdi>: {PROBLEM_WORDS[problem.is]()}
          </span>
        </p>
      )}
      {imported && <SpendPreview imported={imported} known={known} />}
    </>
  )
}
