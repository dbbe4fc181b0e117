import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { comparedDaysOf, usualComparison } from '#/analytics/compare.ts'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { clientComparisonQuery } from '#/api/client-comparison/client-comparison.ts'
import { isApiError } from '#/api/error.ts'
import { startMonthlyReports } from '#/api/monthly-reports/monthly-reports.ts'
import { monthStart } from '#/contract/day.ts'
import { daysOfMonth } from '#/analytics/spend/month.ts'
import {
  MONTHLY_CLIENTS_MAX,
  MONTHLY_LINK_DAYS,
  type MonthlyAnswer,
  type MonthlyWay,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { findClients, mayHaveContacts } from '#/domain/client/client-list.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted, formatDays, formatMonth, formatNumber } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SearchField, SelectField } from '#/ui/control/field.tsx'
import { canReport, clientReports, isUsual, type ClientReport } from './client-reports.ts'
import { ReportChoices } from './report-choices.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Radio } from '#/ui/control/checkbox.tsx'

const MONTHS = 12

const NONE: readonly never[] = []

const monthsBefore = (today: string): readonly string[] =>
  Array.from({ length: MONTHS }, (_, nth) => monthStart(today, -1 - nth).slice(0, 7))

const reasonOf = (error: unknown): string => {
  const month = isApiError(error) ? error.fields?.['month'] : undefined
  if (month === undefined) return errorText(error)
  return month === 'not_over' ? m.monthly_not_over() : m.monthly_not_kept()
}

const MAKE = {
  pdf: m.monthly_make_pdf,
  links: m.monthly_make_links,
  mails: m.monthly_make_mails,
} as const satisfies Record<MonthlyWay, (count: ReturnType<typeof counted>) => string>

/** States of clients in a month; requests make the server read them. */
const useClientReports = (answer: MonthlyAnswer, month: string) => {
  const { principal } = useSignedIn().scope
  const { data: agencies } = useQuery(agencyQuery(principal))
  const clients = useMemo(() => clientsOf(agencies ?? []), [agencies])
  const names = useMemo(() => clients.filter(mayHaveContacts).map(({ client }) => client), [clients])
  const states = useQuery({
    ...clientComparisonQuery(principal, { days: daysOfMonth(month), compared: null }, names),
    enabled: names.length > 0,
  })
  const accounts = states.data?.accounts ?? NONE
  const reports = useMemo(() => clientReports(clients, accounts, answer), [clients, accounts, answer])
  return { states, reports }
}

/** Explicit picks by client. */
type Picks = ReadonlyMap<string, boolean>
const NO_PICKS: Picks = new Map()

/** The way, the search and each month's picks stay while another month loads. */
export const MonthlyChoice = ({
  answer,
  pending,
  month,
  today,
  onMonth,
  onClose,
}: {
  /** Undefined: not loaded. */
  answer: MonthlyAnswer | undefined
  /** Shown instead of clients until the answer is there. */
  pending: ReactNode
  month: string
  today: string
  onMonth: (month: string) => void
  onClose: () => void
}) => {
  const [query, setQuery] = useState('')
  const [picks, setPicks] = useState<Readonly<Record<string, Picks>>>({})
  const [way, setWay] = useState<MonthlyWay | null>(null)
  const days = daysOfMonth(month)
  const compared = comparedDaysOf(days, usualComparison(days, today), { matchesWeekdays: false, today })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SelectField
          label={m.monthly_month()}
          labelHidden
          value={month}
          onChange={({ target }) => onMonth(target.value)}
          className="w-44"
        >
          {monthsBefore(today).map((one) => (
            <option key={one} value={one}>
              {formatMonth(`${one}-01`)}
            </option>
          ))}
        </SelectField>
        {compared && (
          <span className="text-13 text-text-3">{m.monthly_compared({ days: formatDays(compared) })}</span>
        )}
        <span className="grow" />
        <SearchField
          label={m.client_search()}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="w-56 phone:w-full"
        />
      </div>
      {answer === undefined ? (
        pending
      ) : (
        <ClientsOfMonth
          key={month}
          answer={answer}
          month={month}
          query={query}
          picked={picks[month] ?? NO_PICKS}
          onPick={(picked) =>
            setPicks((before) => ({
              ...before,
              [month]: new Map([...(before[month] ?? NO_PICKS), ...picked]),
            }))
          }
          way={way ?? (answer.makes_pdf ? 'pdf' : 'links')}
          onWay={setWay}
          onClose={onClose}
        />
      )}
    </>
  )
}

const ClientsOfMonth = ({
  answer,
  month,
  query,
  picked,
  onPick,
  way,
  onWay,
  onClose,
}: {
  answer: MonthlyAnswer
  month: string
  query: string
  picked: Picks
  onPick: (picked: Picks) => void
  way: MonthlyWay
  onWay: (way: MonthlyWay) => void
  onClose: () => void
}) => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { data: agencies } = useQuery(agencyQuery(principal))
  const { states, reports } = useClientReports(answer, month)
  const blocked = useSaveBlocked(true)
  const isChosen = (report: ClientReport) =>
    canReport(report) && (picked.get(report.client) ?? isUsual(report))
  const chosen = reports.filter(isChosen).slice(0, MONTHLY_CLIENTS_MAX)
  const withMails = chosen.filter(({ recipients }) => recipients.length > 0)
  const made = way === 'mails' ? withMails : chosen
  const count =
    way === 'mails' ? withMails.reduce((sum, { recipients }) => sum + recipients.length, 0) : chosen.length
  const reading = chosen.filter(({ state }) => state === 'reading').length
  const found = useMemo(() => {
    const names = new Set(findClients(clientsOf(agencies ?? []), query).map(({ client }) => client))
    return reports.filter(({ client }) => names.has(client))
  }, [agencies, reports, query])
  const start = useMutation({
    mutationFn: () =>
      startMonthlyReports(queryClient, principal, {
        way,
        month,
        clients: made.map(({ client }) => client),
        language: getLocale(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
  })
  if (states.isLoadingError)
    return <LoadError error={states.error} level={3} className="" onRetry={() => void states.refetch()} />
  return (
    <>
      <ReportChoices
        reports={found}
        isChosen={isChosen}
        onChoose={(picked, is) => onPick(new Map(picked.map(({ client }) => [client, is] as const)))}
      />
      <WayChoice
        value={way}
        onChange={onWay}
        options={[
          {
            way: 'pdf',
            label: m.monthly_way_pdf(),
            about: m.monthly_pdf_about(),
            disabledReason: answer.makes_pdf ? undefined : m.monthly_no_pdf(),
          },
          {
            way: 'links',
            label: m.monthly_way_links(),
            about: m.monthly_links_about(counted(MONTHLY_LINK_DAYS)),
          },
          {
            way: 'mails',
            label: m.monthly_way_mails(),
            about:
              withMails.length === chosen.length
                ? m.monthly_mails_about()
                : m.monthly_mails_skipped({
                    ...counted(chosen.length),
                    done: formatNumber(withMails.length),
                  }),
            disabledReason: answer.sends_mail ? undefined : m.monthly_no_mail(),
          },
        ]}
      />
      {start.error !== null && (
        <p role="alert" className="text-13 text-missed">
          {reasonOf(start.error)}
        </p>
      )}
      <div className="sticky -bottom-5 -mb-5 flex flex-wrap items-center gap-2 bg-raised pt-2 pb-5 phone:[&_button]:h-10">
        <p role="status" className="mr-auto text-13 tabular-nums phone:w-full">
          <span className="font-strong text-text">
            {m.monthly_chosen({ ...counted(reports.length), done: formatNumber(chosen.length) })}
          </span>
          {reading > 0 && `, ${m.monthly_chosen_reading(counted(reading))}`}
        </p>
        <Button onClick={onClose}>{m.cancel()}</Button>
        <Button
          variant="primary"
          pending={start.isPending}
          disabledReason={
            blocked ??
            (chosen.length === 0 ? m.monthly_none_chosen() : count === 0 ? m.monthly_no_mails() : undefined)
          }
          onClick={() => start.mutate()}
        >
          {MAKE[way](counted(count))}
        </Button>
      </div>
    </>
  )
}

/** Output of the reports; unavailable ones say why. */
const WayChoice = ({
  value,
  onChange,
  options,
}: {
  value: MonthlyWay
  onChange: (way: MonthlyWay) => void
  options: readonly { way: MonthlyWay; label: string; about: string; disabledReason?: string | undefined }[]
}) => (
  <fieldset className="grid grid-cols-3 gap-x-2 phone:grid-cols-1">
    <legend className="sr-only">{m.monthly_way()}</legend>
    {options.map(({ way, label, about, disabledReason }) => (
      <Radio
        key={way}
        name="monthly-way"
        value={way}
        checked={value === way}
        disabled={disabledReason !== undefined}
        description={disabledReason ?? about}
        onChange={() => onChange(way)}
        className={classNames('content-start rounded-2 px-3 py-2', value === way && 'bg-selected')}
      >
        <span className="font-strong">{label}</span>
      </Radio>
    ))}
  </fieldset>
)
