import { Link } from '@tanstack/react-router'
import { useDrift } from '#/domain/contract-drift/use-drift.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import type { Check } from './check.ts'

/** Where the service's last answers to the app differ from its document. */
export const useAnswers = (): Check => {
  const { looked, rows } = useDrift()
  return {
    title: m.console_drift(),
    looksAt: 'answers',
    looked: looked === 0 ? null : m.health_drift_looked(counted(looked)),
    is: looked === 0 ? 'checking' : 'done',
    problems:
      rows.length === 0
        ? []
        : [
            {
              id: 'drift',
              tone: 'neutral',
              icon: 'console',
              title: m.health_drift_found(counted(rows.length)),
              detail: m.health_drift_detail(),
              advice: m.health_drift_advice(),
              action: (
                <Link to="/console" search={{ view: 'drift' }} className={buttonClass()}>
                  {m.health_open_drift()}
                </Link>
              ),
            },
          ],
    found: rows.length,
    error: null,
    retry: () => undefined,
  }
}
