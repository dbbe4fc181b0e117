import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetMarks, marksKeptQuery } from '#/api/contact-marks/contact-marks.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** What people of the account have noted about contacts, which is in no other place, and the way to delete it. */
export const KeptMarks = () => {
  const { scope } = useSignedIn()
  const query = useQuery(marksKeptQuery(scope.principal))
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="mt-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-13">
      {query.isError ? (
        <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton width="lg" />
      ) : (
        <>
          <p className="text-text-2">
            {query.data === 0 ? m.kept_marks_none() : m.kept_marks(counted(query.data))}
          </p>
          {query.data > 0 && (
            <Button variant="ghost" onClick={() => setAsked(true)}>
              {m.kept_marks_delete()}
            </Button>
          )}
        </>
      )}
      <DeleteDialog isOpen={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}

const DeleteDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const forget = useMutation({
    mutationFn: () => forgetMarks(scope.principal),
    onSuccess: async () => {
      onClose()
      showToast({ tone: 'done', text: m.kept_marks_deleted() })
      await queryClient.invalidateQueries({ queryKey: marksKeptQuery(scope.principal).queryKey })
    },
  })
  const close = () => {
    forget.reset()
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      title={m.kept_marks_delete_title()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.cancel()}</Button>
          <Button
            variant="danger"
            pending={forget.isPending}
            disabledReason={blocked}
            onClick={() => forget.mutate()}
          >
            {m.kept_marks_delete()}
          </Button>
        </>
      }
    >
      <p>{m.kept_marks_delete_means()}</p>
      {forget.isError && (
        <p role="alert" className="mt-2 text-missed">
          {errorText(forget.error)}
        </p>
      )}
    </Dialog>
  )
}
