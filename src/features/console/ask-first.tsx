import type { ConsoleRequest } from '#/api/console/send-request.ts'
import { pathOf } from '#/contract/endpoint.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { writeWords, endpointNamed } from './endpoint-labels.ts'

/** Stands before a request that writes, and says what it changes. */
export const AskFirst = ({
  name,
  request,
  onSend,
  onClose,
}: {
  name: EndpointName
  /** Null: nothing is asked. */
  request: ConsoleRequest | null
  onSend: () => void
  onClose: () => void
}) => {
  const { session } = useSignedIn()
  const endpoint = endpointNamed(name)
  return (
    <Dialog
      open={request !== null}
      title={m.console_write_title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.cancel()}</Button>
          <Button variant="primary" onClick={onSend}>
            {m.console_write_send()}
          </Button>
        </>
      }
    >
      {request && (
        <div className="grid gap-3 text-14">
          <p className="wrap-anywhere">{writeWords(name, request)}</p>
          <pre className="max-h-60 overflow-auto rounded-2 bg-rail p-2 font-mono text-12 whitespace-pre-wrap text-text wrap-anywhere">
            {`${endpoint.method} ${pathOf(endpoint, request.values)}\n${JSON.stringify(request.body, null, 2)}`}
          </pre>
          {session.sample === null && <p>{m.console_write_real()}</p>}
        </div>
      )}
    </Dialog>
  )
}
