import { isApiError } from '#/api/error.ts'
import { monthlyError } from '#/api/monthly-reports/monthly-reports.ts'
import type { MonthlyItem, MonthlyWay } from '#/contract/monthly-reports/monthly-reports.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { LinkButton, linkClass } from '#/ui/control/button.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { safeUrl } from '#/ui/safe-url.ts'

const REASONS: ReadonlyMap<string, () => string> = new Map([
  ['no_recipients', m.monthly_why_recipients],
  ['pdf_too_long', m.monthly_why_pdf_long],
  ['snapshots', m.monthly_why_links_full],
  ['mailbox_refused', m.monthly_why_refused],
  ['no_address', m.monthly_why_refused],
  ['mail_uncertain', m.monthly_why_uncertain],
  ['standing_ended', m.monthly_why_standing],
])
const FAMILIES: readonly (readonly [RegExp, () => string])[] = [
  [/^pdf_/, m.monthly_why_pdf],
  [/^mail_/, m.monthly_why_mail],
]

const reasonOf = (item: MonthlyItem): string => {
  const error = monthlyError(item)
  const code = (isApiError(error) ? error.code : null) ?? ''
  const message = REASONS.get(code) ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1]
  return message?.() ?? errorText(error)
}

const STATE_ICONS = {
  waiting: { icon: 'clock', tone: 'text-text-3' },
  working: { icon: 'spinner', tone: 'text-accent font-strong' },
  done: { icon: 'check', tone: 'text-answered' },
  failed: { icon: 'alert', tone: 'text-missed font-strong' },
  cancelled: { icon: 'minus', tone: 'text-text-3' },
} as const satisfies Record<MonthlyItem['state'], { icon: IconName; tone: string }>

const stateLabel = (item: MonthlyItem, way: MonthlyWay): string => {
  const { state, sent } = item
  if (state === 'waiting') return m.monthly_item_waiting()
  if (state === 'working') return way === 'mails' ? m.monthly_item_sending() : m.monthly_item_creating()
  if (state === 'failed') return m.monthly_item_failed({ reason: reasonOf(item) })
  if (state === 'cancelled') return m.monthly_item_cancelled()
  return sent === null ? m.monthly_item_done() : m.monthly_item_sent(counted(sent))
}

export const ItemRows = ({
  way,
  items,
  names,
  onRetry,
}: {
  way: MonthlyWay
  items: readonly MonthlyItem[]
  names: ReadonlyMap<string, string>
  onRetry: (client: string) => void
}) => (
  <ul className="max-h-[46dvh] overflow-y-auto border-b border-line text-13 phone:max-h-none">
    {items.map((item) => {
      const { client, state, link } = item
      const name = names.get(client) ?? client
      const href = link === null ? null : safeUrl(link)
      const { icon, tone } = STATE_ICONS[state]
      return (
        <li key={client} className="flex min-h-9 items-center gap-x-4 border-t border-line py-1">
          <span className="grid min-w-0 flex-1 grid-cols-2 gap-x-4 phone:grid-cols-1">
            <bdi className="line-clamp-2 font-strong text-text wrap-anywhere">{name}</bdi>
            <span className={classNames('flex min-w-0 items-start gap-2', tone)}>
              <Icon name={icon} className={classNames('mt-0.5', state === 'working' && 'animate-turn')} />
              <span className="min-w-0 wrap-anywhere">{stateLabel(item, way)}</span>
            </span>
          </span>
          <span>
            {href !== null && (
              <a
                href={href.href}
                target="_blank"
                rel="noreferrer"
                aria-label={m.monthly_open_of({ name })}
                className={classNames(linkClass, 'inline-flex min-h-6 items-center phone:min-h-10')}
              >
                {m.monthly_open()}
              </a>
            )}
            {(state === 'failed' || state === 'cancelled') && (
              <LinkButton
                aria-label={m.monthly_retry_of({ name })}
                onClick={() => onRetry(client)}
                className="min-h-6 phone:min-h-10"
              >
                {m.retry()}
              </LinkButton>
            )}
          </span>
        </li>
      )
    })}
  </ul>
)
