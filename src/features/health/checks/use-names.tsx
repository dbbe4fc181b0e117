import { Link } from '@tanstack/react-router'
import { withRules, type Renamed } from '#/analytics/aliases.ts'
import {
  missingCampaigns,
  namedOf,
  NO_CAMPAIGN,
  openProposals,
  proposalsFor,
  rawTable,
  type UtmValue,
  type MissingCampaign,
  type Proposal,
} from '#/domain/utm-cleaner.ts'
import { ALIASES_MAX, COUNTED_NAME_MAX, type AliasRule } from '#/contract/preferences.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import type { ContactsReading } from '#/domain/figures/use-contacts.ts'
import type { Check, Problem } from './check.ts'

const SHOWN = 4
const SPELLINGS_SHOWN = 4

/** Duplicate or empty names. */
export const useNames = ({ job, isKnown: hasDays, failure, goOn, isComplete }: ContactsReading): Check => {
  const { preferences, change } = usePreferences()
  const blocked = useSaveBlocked()
  const sources = useFigures(job, 'table', 'raw sources', hasDays ? rawTable('source') : null)
  const campaigns = useFigures(job, 'table', 'raw campaigns', hasDays ? rawTable('campaign') : null)
  const untagged = useFigures(job, 'table', 'raw untagged', hasDays ? rawTable('source', NO_CAMPAIGN) : null)
  const rules = preferences.count_as ?? []
  const answers = [sources, campaigns, untagged]
  // An incomplete answer isn't final.
  const isKnown =
    isComplete && answers.every(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)
  const error = answers.find((answer) => answer.error)?.error ?? (isComplete ? null : failure)

  const count = (by: Renamed, { into, values }: Twins) => {
    const raw = values.map(({ value }) => value).filter((value) => value !== into)
    const isOfThese = (rule: AliasRule) => rule.by === by && raw.includes(rule.raw)
    const before = rules.filter(isOfThese)
    change((saved) => ({ count_as: withRules(saved.count_as ?? [], by, raw, into).slice(0, ALIASES_MAX) }))
    showToast({
      tone: 'done',
      text: m.health_counted({ name: into }),
      action: {
        label: m.undo(),
        onPress: () =>
          change((saved) => ({
            count_as: [...(saved.count_as ?? []).filter((rule) => !isOfThese(rule)), ...before],
          })),
      },
    })
  }
  const mayCount = (twins: Twins) =>
    rules.length < ALIASES_MAX && twins.values.every(({ value }) => value.length <= COUNTED_NAME_MAX)

  const found = isKnown
    ? [
        ...proposals('source', namedOf(sources.data!), rules),
        ...proposals('campaign', namedOf(campaigns.data!), rules),
        ...missingCampaigns(sources.data!.rows, untagged.data!.rows),
      ]
    : []
  return {
    title: m.tools_utm(),
    source: 'contacts',
    checked: isKnown
      ? m.health_names_looked(counted(sources.data!.rows.length + campaigns.data!.rows.length))
      : null,
    is: isKnown ? 'done' : error ? 'failed' : 'checking',
    problems: [
      ...found.slice(0, SHOWN).map((one): Problem => {
        if ('missing' in one) return untaggedProblem(one)
        if (one.proposal.is === 'macro') return macroProblem(one.proposal)
        const twins = one.proposal
        return {
          ...twinsProblem(one.by, twins),
          action: mayCount(twins) ? (
            <Button disabledReason={blocked} onClick={() => count(one.by, twins)}>
              <span className="max-w-48 truncate">{m.health_count_as({ name: twins.into })}</span>
            </Button>
          ) : (
            <Cleaner />
          ),
        }
      }),
      ...(found.length > SHOWN ? [moreProblem(found.length - SHOWN)] : []),
    ],
    found: found.length,
    error,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
      if (failure) goOn()
    },
  }
}

type Twins = Extract<Proposal, { readonly is: 'twins' }>
type Macro = Extract<Proposal, { readonly is: 'macro' }>

const proposals = (by: Renamed, names: readonly UtmValue[], rules: readonly AliasRule[]) =>
  openProposals(
    proposalsFor(names),
    new Map(rules.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as])),
  ).map((proposal) => ({ by, proposal }))

const Cleaner = () => (
  <Link to="/overview/tools" hash="utm-cleaner" className={buttonClass()}>
    {m.health_open_cleaner()}
  </Link>
)

const twinsProblem = (by: Renamed, { into, values }: Twins) =>
  ({
    id: `twins ${by} ${into}`,
    tone: 'warning',
    icon: 'funnel',
    title: (by === 'source' ? m.health_twins_source : m.health_twins_campaign)({
      name: into,
      ...counted(values.length),
    }),
    detail: values
      .slice(0, SPELLINGS_SHOWN)
      .map(({ value, contacts }) => `${value} ${formatNumber(contacts)}`)
      .join(' · '),
    advice: m.health_twins_advice(),
  }) as const

const macroProblem = ({ value: { value, contacts } }: Macro): Problem => ({
  id: `macro ${value}`,
  tone: 'warning',
  icon: 'funnel',
  title: m.health_macro({ name: value }),
  detail: m.contacts_count(counted(contacts)),
  advice: m.health_macro_advice(),
  action: <Cleaner />,
})

const untaggedProblem = ({ source, contacts, missing }: MissingCampaign): Problem => ({
  id: `untagged ${source}`,
  tone: 'neutral',
  icon: 'funnel',
  title: m.health_untagged({ source }),
  detail: m.health_untagged_detail({ missing: formatNumber(missing), ...counted(contacts) }),
  advice: m.health_untagged_advice(),
  action: <Cleaner />,
})

const moreProblem = (more: number): Problem => ({
  id: 'more names',
  tone: 'neutral',
  icon: 'funnel',
  title: m.health_more_names(counted(more)),
  detail: '',
  advice: m.health_more_names_advice(),
  action: <Cleaner />,
})
