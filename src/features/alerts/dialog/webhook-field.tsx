import { useState } from 'react'
import { askWebhookSecret } from '#/api/alerts/alerts.ts'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { Copy } from '#/domain/cells/values.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'

/** Undefined: valid. */
export const webhookWrong = (webhook: string | null, hosts: readonly string[]): string | undefined => {
  const trouble = webhook === null ? null : webhookTrouble(webhook, hosts)
  if (webhook === null || trouble === null) return undefined
  if (hosts.length === 0) return m.alerts_webhook_none()
  return trouble === 'no_address'
    ? m.alerts_webhook_wrong()
    : m.alerts_webhook_host({ host: URL.parse(webhook)?.host ?? webhook, hosts: hosts.join(', ') })
}

export const WebhookField = ({
  webhook,
  hosts,
  onChange,
}: {
  webhook: string | null
  hosts: readonly string[]
  onChange: (webhook: string | null) => void
}) => {
  const wrong = webhookWrong(webhook, hosts)
  return (
    <div className="mt-4 grid gap-2">
      <TextField
        label={m.alerts_webhook()}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={`https://${hosts[0] ?? ''}/`}
        hint={wrong === undefined ? m.alerts_webhook_hint({ hosts: hosts.join(', ') }) : undefined}
        error={wrong}
        value={webhook ?? ''}
        onChange={({ target }) => onChange(target.value.trim() || null)}
      />
      {webhook !== null && wrong === undefined && <Verify key={webhook} webhook={webhook} />}
    </div>
  )
}

const Verify = ({ webhook }: { webhook: string }) => {
  const { scope } = useSignedIn()
  const blocked = useSaveBlocked(true)
  const [secret, setSecret] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const ask = async () => {
    try {
      setSecret(await askWebhookSecret(scope.principal, webhook))
    } catch (failed) {
      setError(failed)
    }
  }
  if (secret !== null)
    return (
      <div role="status" className="text-12 text-text-2">
        <p>{m.alerts_webhook_signed()}</p>
        <p className="flex items-center gap-1">
          <code className="min-w-0 wrap-anywhere text-text">{secret}</code>
          <Copy text={secret} label={m.alerts_webhook_secret()} />
        </p>
      </div>
    )
  return (
    <p>
      <Button variant="ghost" disabledReason={blocked} onClick={() => void ask()}>
        {m.alerts_webhook_verify()}
      </Button>
      {error !== null && (
        <span role="alert" className="ml-2 text-13 text-missed">
          {errorText(error)}
        </span>
      )}
    </p>
  )
}
