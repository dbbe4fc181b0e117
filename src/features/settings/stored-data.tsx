import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery } from '#/api/agency.ts'
import { archiveSummaryQuery, forgetArchive } from '#/api/archive.ts'
import type { ArchiveSummary } from '#/contract/archive/shapes.ts'
import { isReadable } from '#/contract/field.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { momentLabel } from '#/domain/cells/moment-labels.ts'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { ConfirmDialog } from '#/domain/saving/confirm-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { accountName } from '#/domain/session/account-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted, formatBytes, formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StoredHere } from './stored-here.tsx'
import { SettingsSection } from './settings-section.tsx'

const CELL = 'px-2 text-right whitespace-nowrap'
const HEAD = `${CELL} py-1.5 font-medium`

type StoredAccount = ArchiveSummary['accounts'][number]

export const StoredData = () => {
  const { scope } = useSignedIn()
  const options = archiveSummaryQuery(scope.principal)
  const query = useQuery(options)
  const nameOf = useAccountNames()
  const [forgotten, setForgotten] = useState<Forgotten | null>(null)
  const { data } = query
  return (
    <SettingsSection
      title={m.stored_title()}
      about={
        <>
          {data?.kind === 'memory' ? m.stored_what_in_memory() : m.stored_what()}{' '}
          {data && m.stored_how_long(counted(data.days_kept))}
        </>
      }
    >
      <LoadedPart query={query} queryKey={options.queryKey} skeleton={<Skeleton className="h-20" />}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <p className="text-13 text-text-3">{m.stored_nothing()}</p>
          ) : (
            <AccountTable accounts={accounts} nameOf={nameOf} onForget={setForgotten} />
          )
        }
      </LoadedPart>
      {data && data.accounts.length > 1 && (
        <Button variant="danger" className="mt-3" onClick={() => setForgotten({ client: null, name: null })}>
          {m.stored_forget_all()}
        </Button>
      )}
      <StoredHere />
      <ForgetDialog forgotten={forgotten} onClose={() => setForgotten(null)} />
    </SettingsSection>
  )
}

const AccountTable = ({
  accounts,
  nameOf,
  onForget,
}: {
  accounts: readonly StoredAccount[]
  nameOf: (client: string | null) => string
  onForget: (forgotten: Forgotten) => void
}) => (
  <div className="relative overflow-x-auto">
    <table className="w-full text-13 tabular-nums">
      <caption className="sr-only">{m.stored_title()}</caption>
      <thead>
        <tr className="border-b border-line text-12 text-text-3">
          <th scope="col" className="py-1.5 pr-2 text-left font-medium">
            {m.stored_account()}
          </th>
          <th scope="col" className={HEAD}>
            {m.stored_contacts()}
          </th>
          <th scope="col" className={classNames(HEAD, 'phone:hidden')}>
            {m.stored_days()}
          </th>
          <th scope="col" className={HEAD}>
            {m.stored_since()}
          </th>
          <th scope="col" className={classNames(HEAD, 'phone:hidden')}>
            {m.stored_as_of()}
          </th>
          <th scope="col" className={classNames(HEAD, 'phone:hidden')}>
            {m.stored_size()}
          </th>
          <th scope="col" className={classNames(HEAD, 'phone:hidden')}>
            {m.stored_requests()}
          </th>
          <th scope="col">
            <span className="sr-only">{m.stored_forget()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow
            key={account.client}
            account={account}
            name={nameOf(account.client)}
            onForget={() => onForget({ client: account.client, name: nameOf(account.client) })}
          />
        ))}
      </tbody>
    </table>
  </div>
)

const AccountRow = ({
  account: { contacts, days, since, as_of, bytes, requests_today },
  name,
  onForget,
}: {
  account: StoredAccount
  name: string
  onForget: () => void
}) => (
  <tr className="border-b border-line">
    <th scope="row" className="max-w-72 py-1.5 text-left font-medium wrap-anywhere">
      <bdi>{name}</bdi>
      <p className="text-12 font-normal text-text-3 desk:hidden">
        {as_of !== null && `${m.stored_as_of()} ${momentLabel(as_of)}, `}
        {formatBytes(bytes)}
      </p>
    </th>
    <td className={CELL}>{formatNumber(contacts)}</td>
    <td className={classNames(CELL, 'phone:hidden')}>{formatNumber(days)}</td>
    <td className={CELL}>{since === null ? '–' : formatDay(since)}</td>
    <td className={classNames(CELL, 'phone:hidden')}>{as_of === null ? '–' : momentLabel(as_of)}</td>
    <td className={classNames(CELL, 'phone:hidden')}>{formatBytes(bytes)}</td>
    <td className={classNames(CELL, 'phone:hidden')}>{formatNumber(requests_today)}</td>
    <td className="py-1 text-right">
      <Button variant="ghost" aria-label={m.stored_forget_of({ name })} onClick={onForget}>
        {m.stored_forget()}
      </Button>
    </td>
  </tr>
)

/** @returns names of accounts: clients, or the user */
const useAccountNames = () => {
  const { session, scope } = useSignedIn()
  const agencies = useQuery({
    ...agencyQuery(scope.principal),
    enabled: session.user?.is_agency_manager === true,
  })
  const clients = new Map(
    (agencies.data ?? [])
      .flatMap((agency) => agency.clients)
      .filter(isReadable)
      .map((client) => [client.client, clientName(client)]),
  )
  // Lost clients have only an id.
  return (client: string | null) =>
    client === null ? accountName(session.user) : (clients.get(client) ?? client)
}

interface Forgotten {
  /** Null: all of the user's. */
  readonly client: string | null
  readonly name: string | null
}

const ForgetDialog = ({ forgotten, onClose }: { forgotten: Forgotten | null; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const { queryKey } = archiveSummaryQuery(scope.principal)
  const forget = useMutation({
    mutationFn: ({ client }: Forgotten) => forgetArchive({ principal: scope.principal, client }),
    onSuccess: async (_, { name }) => {
      onClose()
      showToast({
        tone: 'done',
        text: name === null ? m.stored_forgotten_all() : m.stored_forgotten({ name }),
      })
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  const cutOff = useSaveBlocked()
  return (
    <ConfirmDialog
      open={forgotten !== null}
      title={
        forgotten?.name == null
          ? m.stored_forget_all_title()
          : m.stored_forget_title({ name: forgotten.name })
      }
      confirm={m.stored_forget()}
      disabledReason={cutOff}
      act={forget}
      onConfirm={() => forgotten && forget.mutate(forgotten)}
      onClose={onClose}
    >
      {m.stored_forget_means()}
    </ConfirmDialog>
  )
}
