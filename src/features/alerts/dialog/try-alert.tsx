import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tryAlert } from '#/api/alerts/alerts.ts'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { whyLabel } from '../reason-labels.ts'

export const useTryAlert = (rule: AlertRule, blocked: string | undefined) => {
  const { scope } = useSignedIn()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const {
    mutate,
    data: tried,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => tryAlert(scope.principal, rule, key),
    onSuccess: () => setKey(crypto.randomUUID()),
  })
  const isToNobody = rule.to.length === 0 && rule.webhook === null
  return {
    button: (
      <Button
        variant="ghost"
        pending={isPending}
        disabledReason={blocked ?? (isToNobody ? m.alerts_try_nobody() : undefined)}
        onClick={() => mutate()}
      >
        {m.alerts_try()}
      </Button>
    ),
    result: (tried !== undefined || error !== null) && (
      <div role="status" className="mt-4 grid gap-1 text-13">
        {error !== null && <p className="text-missed">{errorText(error)}</p>}
        {tried?.results.map(({ to, reason, said }) => (
          <p
            key={to}
            className={reason === null ? 'flex items-start gap-1.5' : 'flex items-start gap-1.5 text-missed'}
          >
            <Icon
              name={reason === null ? 'check' : 'alert'}
              size={14}
              className={reason === null ? 'mt-0.5 text-answered' : 'mt-0.5'}
            />
            <bdi className="min-w-0 wrap-anywhere">
              {reason === null
                ? m.alerts_tried({ to })
                : m.alerts_tried_not({ to, why: whyLabel({ reason, said }) })}
            </bdi>
          </p>
        ))}
      </div>
    ),
  }
}
