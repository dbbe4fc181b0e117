import { useState } from 'react'
import { minusWords, type MinusWord } from '#/analytics/judge/minus-phrases.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { useAsked } from '#/features/overview/panels/today/use-asked.ts'
import { FirstOf } from '#/domain/marks/values.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { copyText } from '#/domain/copy.ts'
import { AskedPart } from './asked-part.tsx'
import { MINUS_FILE } from './files.ts'

const WORDS_SHOWN = 20
const REQUESTS_SHOWN = 3

/** Words to keep advertising away from. */
export const MinusPhrases = () => {
  const { filters } = useQuestion('filters')
  const asked = useAsked('table', 'search requests', {
    dimension: 'search_request',
    filters,
    won: [],
    limit: null,
  })
  return (
    <AskedPart asked={asked}>
      {({ rows }) =>
        rows.every(({ value }) => value === null) ? (
          <p className="text-text-2">{m.minus_no_requests()}</p>
        ) : (
          <Words words={minusWords(rows)} />
        )
      }
    </AskedPart>
  )
}

const Words = ({ words }: { words: readonly MinusWord[] }) => {
  if (words.length === 0) return <p className="text-text-2">{m.minus_none()}</p>
  return (
    <>
      <p className="text-text-2">{m.minus_note()}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <span className="font-strong tabular-nums">{m.minus_found(counted(words.length))}</span>
        <CopyList text={words.map(({ word }) => word).join('\n')} />
        <ExportMenu panel={MINUS_FILE} choice={null} title={m.tools_minus()} />
      </div>
      <FirstOf items={words} limit={WORDS_SHOWN}>
        {(shown) => (
          <Table edge="none" aria-label={m.tools_minus()} className="mt-2 max-w-180">
            <thead>
              <tr>
                <Th>{m.minus_word()}</Th>
                <Th numeric>{m.minus_contacts()}</Th>
                <Th>{m.minus_requests()}</Th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ word, contacts, requests }) => (
                <Tr key={word}>
                  <Td className="font-strong">
                    <bdi>{word}</bdi>
                  </Td>
                  <Td numeric>{formatNumber(contacts)}</Td>
                  <Td className="text-text-2">
                    <span className="block py-1 whitespace-normal wrap-anywhere">
                      <bdi>{requests.slice(0, REQUESTS_SHOWN).join(' · ')}</bdi>
                      {requests.length > REQUESTS_SHOWN && (
                        <span className="text-text-3">
                          {' '}
                          {m.minus_more({ shown: formatNumber(requests.length - REQUESTS_SHOWN) })}
                        </span>
                      )}
                    </span>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </FirstOf>
    </>
  )
}

/** One word a line, as advertising systems take them. Where the clipboard is closed, the text is shown to be copied by hand. */
const CopyList = ({ text }: { text: string }) => {
  const [isManual, setManual] = useState(false)
  const copy = async () => setManual(!(await copyText(text)))
  return isManual ? (
    <textarea
      readOnly
      value={text}
      aria-label={m.call_copy_manually()}
      title={m.call_copy_manually()}
      rows={4}
      ref={(field) => field?.select()}
      className="min-w-60 rounded-2 border border-line-control bg-raised p-2 text-13"
    />
  ) : (
    <Button icon="copy" onClick={() => void copy()}>
      {m.minus_copy()}
    </Button>
  )
}
