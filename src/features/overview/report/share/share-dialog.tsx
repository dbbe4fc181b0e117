import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { sharedLinksQuery, shareReport } from '#/api/shared-reports/shared-reports.ts'
import {
  SHARED_REPORT_DAYS,
  SHARED_REPORTS_MAX,
  DEFAULT_SHARED_REPORT_DAYS,
  type SharedReportDays,
} from '#/contract/shared-reports/shared-reports.ts'
import type { OpenedDialog } from '#/domain/notice/dialog-button.tsx'
import { StoredInCallboard } from '#/domain/notice/stored-in-callboard.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { closeIfAllowed } from '#/domain/saving/leaving.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { SharedLinksList } from '#/domain/shared-links-list.tsx'
import { conditionLabel } from '#/features/overview/export/conditions.ts'
import { useExportContext } from '#/features/overview/export/use-export-context.ts'
import { useMonthPlan, useShownMonth } from '#/features/overview/plan/use-forecast.ts'
import { useNotesAt } from '#/features/overview/notes/use-notes.ts'
import { useCosts } from '#/features/overview/spend/use-costs.ts'
import { useReportLocale } from '#/features/overview/report/use-report-locale.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { useCopy } from '#/ui/control/copy-button.tsx'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FormButtons } from '#/ui/overlay/form-buttons.tsx'
import { LiveRegion } from '#/ui/state/live-region.tsx'
import { sharedFigures } from './shared-figures.ts'

export const ShareDialog = ({ isOpen, onClose, nth }: OpenedDialog) => {
  const close = () => void closeIfAllowed(onClose)
  return (
    <Dialog open={isOpen} title={m.shared_report_share_title()} onClose={close}>
      <Contents key={nth} onClose={close} />
    </Dialog>
  )
}

const reasonOf = (error: unknown): string => {
  if (!isApiError(error)) return errorText(error)
  if (error.fields?.['days'] !== undefined) return m.shared_report_not_kept()
  if (error.fields?.['snapshots'] !== undefined)
    return m.shared_report_full({ most: formatNumber(SHARED_REPORTS_MAX) })
  return error.code === 'access_denied' ? m.shared_report_not_here() : errorText(error)
}

const Contents = ({ onClose }: { onClose: () => void }) => {
  const context = useExportContext()
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const language = useReportLocale()
  const [expires, setExpires] = useState<SharedReportDays>(DEFAULT_SHARED_REPORT_DAYS)
  const [withNotes, setWithNotes] = useState(false)
  const [withPlan, setWithPlan] = useState(false)
  const [withCosts, setWithCosts] = useState(true)
  const [copied, setCopied] = useState<string | null>(null)
  const { blocked: noCosts, hasSpend, isAwaited } = useCosts()
  // Our server counts those of the link itself.
  const hasCosts = hasSpend && (noCosts === null || isAwaited)
  const notes = useNotesAt(context.overview.days)
  // Plans are for all contacts.
  const { plan } = useMonthPlan(useShownMonth())
  const hasPlan = plan != null && context.overview.question.filters.length === 0
  const blocked = useSaveBlocked(true)
  // A retry shares the same figures, so that it is idempotent.
  const [now] = useState(context.overview.question.now)
  const share = useMutation({
    mutationFn: () => {
      const newest = queryClient.getQueryData(sharedLinksQuery(scope.principal).queryKey)?.[0]?.id ?? null
      const body = {
        ...sharedFigures(context.overview, language),
        expires,
        with_notes: withNotes,
        with_plan: withPlan && hasPlan,
        with_costs: withCosts && hasCosts,
        now,
      }
      return shareReport(scope, body, newest)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharedLinksQuery(scope.principal).queryKey }),
  })
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5 text-13">
        <p className="font-medium text-text wrap-anywhere">
          <bdi>{conditionLabel(context)}</bdi>
        </p>
        <p>{m.shared_report_means()}</p>
        <p>{m.shared_report_holds()}</p>
      </div>
      <LeaveGuard
        isDirty={share.data !== undefined && copied !== share.data.link}
        isSaving={share.isPending}
        labels={{
          title: m.shared_report_uncopied_title(),
          text: m.shared_report_not_copied(),
          leave: m.shared_report_uncopied_continue(),
        }}
      />
      {share.data === undefined ? (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (blocked === undefined && !share.isPending) share.mutate()
          }}
        >
          <SelectField
            label={m.shared_report_expires()}
            value={expires}
            onChange={({ target }) => {
              const days = SHARED_REPORT_DAYS.find((one) => String(one) === target.value)
              if (days) setExpires(days)
            }}
          >
            {SHARED_REPORT_DAYS.map((days) => (
              <option key={days} value={days}>
                {m.shared_report_days(counted(days))}
              </option>
            ))}
          </SelectField>
          {hasCosts && (
            <Checkbox
              checked={withCosts}
              description={m.shared_report_with_costs_hint()}
              onChange={({ target }) => setWithCosts(target.checked)}
            >
              {m.shared_report_with_costs()}
            </Checkbox>
          )}
          {notes.length > 0 && (
            <Checkbox
              checked={withNotes}
              description={m.shared_report_with_notes_hint(counted(notes.length))}
              onChange={({ target }) => setWithNotes(target.checked)}
            >
              {m.with_notes()}
            </Checkbox>
          )}
          {hasPlan && (
            <Checkbox checked={withPlan} onChange={({ target }) => setWithPlan(target.checked)}>
              {m.shared_report_with_plan()}
            </Checkbox>
          )}
          {share.isError && (
            <p role="alert" className="text-13 text-missed">
              {reasonOf(share.error)}
            </p>
          )}
          <FormButtons>
            <Button onClick={onClose}>{m.cancel()}</Button>
            <Button variant="primary" type="submit" pending={share.isPending} disabledReason={blocked}>
              {m.shared_report_make()}
            </Button>
          </FormButtons>
        </form>
      ) : (
        <Address
          link={share.data.link}
          onCopied={setCopied}
          onAnother={() => void closeIfAllowed(share.reset)}
          onClose={onClose}
        />
      )}
      <section className="grid gap-1.5">
        <h3 className="text-13 text-text">
          {m.shared_report_links()} <StoredInCallboard className="ml-1 font-normal text-text-3" />
        </h3>
        <SharedLinksList client={scope.client} none={m.shared_report_no_links()} />
      </section>
    </div>
  )
}

const Address = ({
  link,
  onCopied,
  onAnother,
  onClose,
}: {
  link: string
  onCopied: (link: string) => void
  onAnother: () => void
  onClose: () => void
}) => {
  const field = useRef<HTMLDivElement>(null)
  const select = () => field.current?.querySelector('input')?.select()
  const { state, copy } = useCopy(link, select)
  return (
    <div className="grid gap-4">
      <div ref={field} className="flex items-end gap-2" onCopy={() => onCopied(link)}>
        <TextField
          label={m.shared_report_address()}
          hint={state === 'manual' ? m.call_copy_manually() : m.shared_report_once()}
          className="min-w-0 grow"
          readOnly
          value={link}
          onFocus={select}
        />
      </div>
      <LiveRegion>{state === 'copied' ? m.copied() : null}</LiveRegion>
      <FormButtons>
        <Button variant="ghost" onClick={onAnother}>
          {m.shared_report_another()}
        </Button>
        <Button onClick={onClose}>{m.close()}</Button>
        <Button
          variant="primary"
          icon={state === 'copied' ? 'check' : 'copy'}
          autoFocus
          onClick={() => void copy().then((isCopied) => isCopied && onCopied(link))}
        >
          {state === 'copied' ? m.copied() : m.shared_report_copy()}
        </Button>
      </FormButtons>
    </div>
  )
}
