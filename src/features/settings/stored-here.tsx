import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetStored, storedCountQuery, type StoredRecordName } from '#/api/stored-records.ts'
import { readKey, type CacheName } from '#/api/keys.ts'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { ConfirmDialog } from '#/domain/saving/confirm-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { OfflineAccessLine } from '#/domain/offline-access-line.tsx'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** Data stored only by Callboard. */
interface StoredKind {
  readonly of: StoredRecordName
  readonly none: () => string
  readonly some: (count: { count: number; shown: string }) => string
  readonly delete: () => string
  readonly title: () => string
  readonly means: () => string
  readonly deleted: () => string
  /** Queries to invalidate. */
  readonly shownBy: readonly CacheName[]
}

const KINDS: readonly StoredKind[] = [
  {
    of: 'marks',
    none: m.stored_marks_none,
    some: m.stored_marks,
    delete: m.stored_marks_delete,
    title: m.stored_marks_delete_title,
    means: m.stored_marks_delete_means,
    deleted: m.stored_marks_deleted,
    shownBy: ['recent_annotations', 'annotations_of', 'contact_annotation', 'tags_in_use'],
  },
  {
    of: 'notes',
    none: m.stored_notes_none,
    some: m.stored_notes,
    delete: m.stored_notes_delete,
    title: m.stored_notes_delete_title,
    means: m.stored_notes_delete_means,
    deleted: m.stored_notes_deleted,
    shownBy: ['timeline_notes'],
  },
  {
    of: 'plans',
    none: m.stored_plans_none,
    some: m.stored_plans,
    delete: m.stored_plans_delete,
    title: m.stored_plans_delete_title,
    means: m.stored_plans_delete_means,
    deleted: m.stored_plans_deleted,
    shownBy: ['month_plans'],
  },
  {
    of: 'working_hours',
    none: m.stored_working_hours_none,
    some: m.stored_working_hours,
    delete: m.stored_working_hours_delete,
    title: m.stored_working_hours_delete_title,
    means: m.stored_working_hours_delete_means,
    deleted: m.stored_working_hours_deleted,
    shownBy: ['working_hours', 'figures'],
  },
]

export const StoredHere = () => (
  <ul className="mt-3 grid gap-1">
    {KINDS.map((kind) => (
      <li key={kind.title()}>
        <StoredLine kind={kind} />
      </li>
    ))}
    <li className="empty:hidden">
      <OfflineAccessLine />
    </li>
  </ul>
)

const StoredLine = ({ kind }: { kind: StoredKind }) => {
  const { scope } = useSignedIn()
  const options = storedCountQuery(scope.principal, kind.of)
  const query = useQuery(options)
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-13">
      <LoadedPart query={query} queryKey={options.queryKey} skeleton={<Skeleton width="lg" />}>
        {(count) => (
          <>
            <p className="text-text-2">{count === 0 ? kind.none() : kind.some(counted(count))}</p>
            {count > 0 && (
              <Button variant="ghost" onClick={() => setIsConfirmOpen(true)}>
                {kind.delete()}
              </Button>
            )}
          </>
        )}
      </LoadedPart>
      <DeleteDialog kind={kind} isOpen={isConfirmOpen} onClose={() => setIsConfirmOpen(false)} />
    </div>
  )
}

const DeleteDialog = ({
  kind,
  isOpen,
  onClose,
}: {
  kind: StoredKind
  isOpen: boolean
  onClose: () => void
}) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const forget = useMutation({
    mutationFn: () => forgetStored(scope.principal, kind.of),
    onSuccess: async () => {
      onClose()
      showToast({ tone: 'done', text: kind.deleted() })
      await Promise.all([
        queryClient.resetQueries({
          predicate: ({ queryKey }) => {
            const key = readKey(queryKey)
            return key?.scope.principal === scope.principal && kind.shownBy.includes(key.name)
          },
        }),
        queryClient.invalidateQueries({ queryKey: storedCountQuery(scope.principal, kind.of).queryKey }),
      ])
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      title={kind.title()}
      confirm={kind.delete()}
      disabledReason={blocked}
      act={forget}
      onConfirm={() => forget.mutate()}
      onClose={onClose}
    >
      {kind.means()}
    </ConfirmDialog>
  )
}
