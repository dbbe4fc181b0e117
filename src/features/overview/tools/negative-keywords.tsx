import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import { useState } from 'react'
import {
  findNegativeKeywords,
  type KeywordFindings,
  type NegativeKeyword,
} from '#/features/overview/tools/find-negative-keywords.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { useOverview, useSettledAnswer } from '#/features/overview/data/use-overview.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { counted, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { copyText } from '#/domain/copy.ts'
import { AnswerState } from '#/features/overview/answer-state.tsx'
import type { Exportable } from '#/features/overview/export/panel-file.ts'

export const MINUS_FILE: Exportable<null> = {
  name: 'minus-phrases',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ negativeKeywordsFile }) => negativeKeywordsFile),
}

const PHRASES_SHOWN = 20
const REQUESTS_SHOWN = 3

/** Negative keywords with the requests they were found in. */
export const NegativeKeywords = () => {
  const { filters } = useOverview('filters')
  const query = useSettledAnswer('table', 'search requests', {
    dimension: 'search_request',
    filters,
    won: [],
    limit: null,
  })
  return (
    <AnswerState query={query}>
      {({ rows }) =>
        rows.every(({ value }) => value === null) ? (
          <p className="text-text-2">{m.negative_keywords_no_requests()}</p>
        ) : (
          <Phrases found={findNegativeKeywords(rows)} />
        )
      }
    </AnswerState>
  )
}

const PARTS = [
  { is: 'request', title: m.negative_keywords_whole_requests },
  { is: 'word', title: m.negative_keywords_single_words },
] as const

const Phrases = ({ found: { phrases, rate } }: { found: KeywordFindings }) => {
  const limits = { least: formatNumber(TOO_FEW), rate: formatPercent(rate) }
  if (phrases.length === 0) return <p className="text-text-2">{m.negative_keywords_none(limits)}</p>
  return (
    <>
      <p className="max-w-180 text-text-2">{m.negative_keywords_note(limits)}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <span className="font-strong tabular-nums">{m.negative_keywords_found(counted(phrases.length))}</span>
        <CopyList text={phrases.map(({ phrase }) => phrase).join('\n')} />
        <ExportMenu panel={MINUS_FILE} choice={null} title={m.tools_minus()} />
      </div>
      {PARTS.map(({ is, title }) => {
        const its = phrases.filter((phrase) => phrase.is === is)
        return (
          its.length > 0 && (
            <FirstOf key={is} items={its} limit={PHRASES_SHOWN}>
              {(shown) => <PhraseTable title={title()} is={is} phrases={shown} />}
            </FirstOf>
          )
        )
      })}
    </>
  )
}

const PhraseTable = ({
  title,
  is,
  phrases,
}: {
  title: string
  is: NegativeKeyword['is']
  phrases: readonly NegativeKeyword[]
}) => (
  <Table edge="none" aria-label={title} className="mt-3 max-w-180">
    <thead>
      <tr>
        <Th>{title}</Th>
        <Th numeric>{m.negative_keywords_contacts()}</Th>
        <Th numeric>{m.negative_keywords_at_most()}</Th>
        {is === 'word' && <Th>{m.negative_keywords_requests()}</Th>}
      </tr>
    </thead>
    <tbody>
      {phrases.map(({ phrase, contacts, range, requests }) => (
        <Tr key={phrase}>
          <Td className="font-strong">
            <bdi className="block py-1 whitespace-normal wrap-anywhere">{phrase}</bdi>
          </Td>
          <Td numeric>{formatNumber(contacts)}</Td>
          <Td numeric>{formatPercent(range.high)}</Td>
          {is === 'word' && (
            <Td className="text-text-2">
              <span className="block py-1 whitespace-normal wrap-anywhere">
                <bdi>{requests.slice(0, REQUESTS_SHOWN).join(' · ')}</bdi>
                {requests.length > REQUESTS_SHOWN && (
                  <span className="text-text-3">
                    {' '}
                    {m.negative_keywords_more({ shown: formatNumber(requests.length - REQUESTS_SHOWN) })}
                  </span>
                )}
              </span>
            </Td>
          )}
        </Tr>
      ))}
    </tbody>
  </Table>
)

/** One phrase a line, as ad systems expect. Without clipboard access the text is shown for copying. */
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
      {m.negative_keywords_copy()}
    </Button>
  )
}
