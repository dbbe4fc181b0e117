import { useState, type ReactNode } from 'react'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { useShownMonth, useMonthPlan } from './use-forecast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readAmount } from '#/features/overview/spend/reading/amount.ts'
import { isApiError } from '#/api/error.ts'
import { keysOf } from '#/api/keys.ts'
import { savePlan } from '#/api/month-plans/month-plans.ts'
import { monthPlansQuery } from '#/features/overview/data/planned-months.ts'
import { monthStart } from '#/contract/day.ts'
import {
  PLAN_FIELDS,
  PLANNED_MAX,
  type MonthPlan,
  type PlanField,
} from '#/contract/month-plans/month-plans.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { FormDialog } from '#/domain/saving/form-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { formatMoney, formatMonth } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { PLANNED_WORDS } from '#/domain/plan-labels.ts'

/** The dialog is rendered apart from its button, which the new plan may replace. */
export const usePlanDialog = (): readonly [open: () => void, dialog: ReactNode] => {
  const [is, setIs] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return [
    () => setIs('open'),
    is !== 'unopened' && <PlanDialog key="plan" isOpen={is === 'open'} onClose={() => setIs('closed')} />,
  ]
}

const PlanDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const { today } = useOverview('today')
  const month = useShownMonth()
  // Other clients or objects have separate plans.
  return (
    <PlanForm
      key={`${scope.client} ${object} ${month}`}
      thisMonth={today.slice(0, 7)}
      shownMonth={month}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}

const MONTHS = [-1, 0, 1, 2, 3]

const PROBLEM_WORDS = {
  no_number: m.forecast_no_number,
  negative: m.forecast_negative,
  too_big: m.forecast_too_big,
} as const

const readPlanned = (
  field: PlanField,
  text: string,
): { readonly value: number | null; readonly problem: string | undefined } => {
  const read = readAmount(text)
  if (read.is === 'no_amount') return { value: null, problem: undefined }
  if (read.is !== 'read') return { value: null, problem: PROBLEM_WORDS[read.is]() }
  const { amount } = read
  if (amount > PLANNED_MAX[field]) return { value: null, problem: m.forecast_too_big() }
  if (field !== 'spend' && !Number.isInteger(amount)) return { value: null, problem: m.forecast_whole() }
  return { value: amount, problem: undefined }
}

const shownValue = (value: number | null | undefined) => (value == null ? '' : formatMoney(value))

const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'plan_changed'

interface Typed {
  /** Of the plan that one typed over: a colleague's later one is not replaced unseen. Undefined: it had not come. */
  readonly version: number | undefined
  readonly fields: Readonly<Partial<Record<PlanField, string>>>
}

/** Drafts by month, kept while closed, until saved. */
const PlanForm = ({
  thisMonth,
  shownMonth,
  isOpen,
  onClose,
}: {
  thisMonth: string
  shownMonth: string
  isOpen: boolean
  onClose: () => void
}) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const oid = object ?? null
  const { objectTitle } = useOverview('objectTitle')
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const around = MONTHS.map((away) => monthStart(`${thisMonth}-01`, away).slice(0, 7))
  const months = around.includes(shownMonth) ? around : [shownMonth, ...around]
  const [month, setMonth] = useState(shownMonth)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const { plan, data: plans, isError, error: unread } = useMonthPlan(month)
  const { queryKey } = monthPlansQuery(scope)
  const textOf = (field: PlanField) => typed[month]?.fields[field] ?? shownValue(plan?.[field])
  const read = Object.fromEntries(
    PLAN_FIELDS.map((field) => [field, readPlanned(field, textOf(field))]),
  ) as Record<PlanField, ReturnType<typeof readPlanned>>
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      savePlan(scope, {
        month,
        oid,
        version: typed[month]?.version ?? plan?.version ?? 0,
        contacts: read.contacts.value,
        target: read.target.value,
        spend: read.spend.value,
      }),
    onSuccess: (saved) => {
      const isOther = (one: MonthPlan) => one.month !== saved.month || one.oid !== saved.oid
      queryClient.setQueryData(queryKey, (before) => [saved, ...(before ?? []).filter(isOther)])
      void queryClient.invalidateQueries({ queryKey: keysOf(scope, 'figures') })
      setTyped((before) => {
        const { [month]: _, ...others } = before
        return others
      })
      onClose()
      showToast({ tone: 'done', text: m.forecast_saved({ month: formatMonth(`${month}-01`) }) })
    },
    onError: async (failed) => {
      if (!isConflict(failed)) return
      const fields = Object.fromEntries(PLAN_FIELDS.map((field) => [field, textOf(field)]))
      await queryClient.refetchQueries({ queryKey })
      // The dialog shows the colleague's plan, so saving again may replace it.
      const now = queryClient.getQueryData(queryKey)?.find((one) => one.month === month && one.oid === oid)
      setTyped((before) => ({ ...before, [month]: { version: now?.version ?? 0, fields } }))
    },
  })
  const save = () => {
    if (plan === undefined) return
    if (PLAN_FIELDS.every((field) => read[field].problem === undefined)) mutate()
  }
  const isDirty = Object.entries(typed).some(([of, { fields }]) => {
    const stored = plans?.find((one) => one.month === of && one.oid === oid)
    return PLAN_FIELDS.some(
      (field) => (fields[field] ?? shownValue(stored?.[field])) !== shownValue(stored?.[field]),
    )
  })
  const failure = (isConflict(error) ? null : error) ?? (isError ? unread : null)
  return (
    <FormDialog
      open={isOpen}
      title={m.forecast_dialog()}
      save={m.forecast_save()}
      isPending={isPending}
      isDirty={isDirty}
      keepsDraft
      disabledReason={blocked}
      onSave={save}
      onClose={onClose}
    >
      <p className="text-13">
        {object === undefined
          ? m.forecast_for_all()
          : m.forecast_for_object({ name: objectTitle(object) ?? object })}{' '}
        {m.forecast_hint()}
      </p>
      <SelectField
        label={m.forecast_month()}
        value={month}
        onChange={({ target }) => {
          setMonth(target.value)
          reset()
        }}
      >
        {months.map((one) => (
          <option key={one} value={one}>
            {formatMonth(`${one}-01`)}
          </option>
        ))}
      </SelectField>
      {PLAN_FIELDS.map((field) => (
        <TextField
          key={field}
          label={PLANNED_WORDS[field]()}
          inputMode="decimal"
          autoComplete="off"
          value={textOf(field)}
          error={read[field].problem}
          onChange={({ target }) =>
            setTyped(({ [month]: before, ...others }) => ({
              ...others,
              [month]: {
                version: before?.version ?? (plan === null ? 0 : plan?.version),
                fields: { ...before?.fields, [field]: target.value },
              },
            }))
          }
        />
      ))}
      {isConflict(error) && (
        <p role="alert" className="text-13 text-warning">
          {plan == null
            ? m.forecast_removed()
            : m.forecast_changed({
                who: plan.who ?? m.annotation_somebody(),
                what: PLAN_FIELDS.map(
                  (field) => `${PLANNED_WORDS[field]()} ${shownValue(plan[field]) || '–'}`,
                ).join(', '),
              })}
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="text-13 text-missed">
          {errorText(failure)}
        </p>
      )}
    </FormDialog>
  )
}
