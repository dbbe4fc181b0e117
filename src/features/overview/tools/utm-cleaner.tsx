import { useRef } from 'react'
import { withRules } from '#/analytics/aliases.ts'
import {
  missingCampaigns,
  namedOf,
  NO_CAMPAIGN,
  openProposals,
  proposalsFor,
  rawTable,
  type MissingCampaign,
} from '#/domain/utm-cleaner.ts'
import { ALIASES_MAX } from '#/contract/preferences.ts'
import { useSettledAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { AnswerState } from '#/features/overview/answer-state.tsx'
import { ProposalItem, type AddRule } from './proposal-item.tsx'
import { CountAsRules } from './alias-rules.tsx'
import { Link } from '@tanstack/react-router'
import { writeValue } from '#/features/overview/search.ts'
import { formatNumber } from '#/i18n/format.ts'
import { linkClass } from '#/ui/control/button.tsx'

const PROPOSALS_SHOWN = 10

const SOURCES_SHOWN = 10

/** Sources that usually have campaigns, with contacts that don't. */
const MissingCampaigns = ({ found }: { found: readonly MissingCampaign[] }) => {
  const { search } = useOverview('search')
  return (
    <div>
      <h3 className="text-13">{m.utm_missing()}</h3>
      {found.length === 0 ? (
        <p className="text-text-2">{m.utm_missing_none()}</p>
      ) : (
        <>
          <p className="text-text-2">{m.utm_missing_note()}</p>
          <FirstOf items={found} limit={SOURCES_SHOWN}>
            {(shown) => (
              <ul className="mt-1 max-w-180">
                {shown.map(({ source, contacts, missing }) => (
                  <li
                    key={source}
                    className="flex min-h-8 flex-wrap items-center gap-x-4 border-b border-line last:border-b-0 phone:min-h-10"
                  >
                    <bdi className="min-w-0 grow font-strong wrap-anywhere">{source}</bdi>
                    <span className="text-text-2 tabular-nums">
                      {m.utm_missing_of({
                        missing: formatNumber(missing),
                        contacts: formatNumber(contacts),
                      })}
                    </span>
                    <Link
                      to="/overview"
                      search={{ ...search, source: writeValue(source), campaign: writeValue(null) }}
                      aria-label={m.utm_missing_show_of({ source })}
                      className={linkClass}
                    >
                      {m.utm_missing_show()}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        </>
      )}
    </div>
  )
}

/** Duplicate or empty names of sources and campaigns, and alias rules. */
export const UtmCleaner = () => {
  const { preferences, change } = usePreferences()
  const rules = preferences.count_as ?? []
  const rulesPart = useRef<HTMLDivElement>(null)
  const sources = useSettledAnswer('table', 'raw sources', rawTable('source'))
  const campaigns = useSettledAnswer('table', 'raw campaigns', rawTable('campaign'))
  const untagged = useSettledAnswer(
    'table',
    'raw sources without a campaign',
    rawTable('source', NO_CAMPAIGN),
  )
  const names = {
    source: sources.data ? namedOf(sources.data) : [],
    campaign: campaigns.data ? namedOf(campaigns.data) : [],
  }
  const add: AddRule = (by, raw, as) => {
    change((saved) => ({ count_as: withRules(saved.count_as ?? [], by, raw, as).slice(0, ALIASES_MAX) }))
    // The pressed button disappears, so focus moves to the rules.
    rulesPart.current?.focus()
  }
  const isFull = rules.length >= ALIASES_MAX
  const found = (['source', 'campaign'] as const).flatMap((by) =>
    openProposals(
      proposalsFor(names[by]),
      new Map(rules.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as])),
    ).map((proposal) => ({ by, proposal })),
  )
  return (
    <div className="grid gap-5">
      <AnswerState query={sources.data === undefined ? sources : campaigns}>
        {() =>
          found.length === 0 ? (
            <p className="text-text-2">{m.utm_clean()}</p>
          ) : (
            <div>
              <h3 className="text-13">{m.utm_proposals()}</h3>
              <FirstOf items={found} limit={PROPOSALS_SHOWN}>
                {(shown) => (
                  <ul className="mt-1">
                    {shown.map(({ by, proposal }) => (
                      <ProposalItem
                        key={`${by} ${proposal.is === 'macro' ? proposal.value.value : proposal.into}`}
                        by={by}
                        proposal={proposal}
                        isFull={isFull}
                        onAdd={add}
                      />
                    ))}
                  </ul>
                )}
              </FirstOf>
            </div>
          )
        }
      </AnswerState>
      <AnswerState query={untagged}>
        {(without) => <MissingCampaigns found={missingCampaigns(sources.data?.rows ?? [], without.rows)} />}
      </AnswerState>
      <div ref={rulesPart} tabIndex={-1} className="min-w-0">
        <CountAsRules
          rules={rules}
          names={names}
          isFull={isFull}
          onAdd={add}
          onRemove={({ by, raw }) => {
            change((saved) => ({
              count_as: (saved.count_as ?? []).filter((one) => one.by !== by || one.raw !== raw),
            }))
            rulesPart.current?.focus()
          }}
        />
      </div>
    </div>
  )
}
