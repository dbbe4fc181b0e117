import { useState, type ReactNode } from 'react'
import { readablePath, safeUrl } from '#/ui/safe-url.ts'
import { shownClock, useTimes } from '#/domain/preferences/times.ts'
import { formatDateTime, formatNumber, formatOffset } from '#/i18n/format.ts'
import { formatPhone, phoneHref } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { LinkButton } from '#/ui/control/button.tsx'
import { Clamp } from '#/ui/data/clamp.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { CopyButton } from '#/ui/control/copy-button.tsx'
import { valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Icon } from '#/ui/icon.tsx'
import { PhoneLink } from './phone-link.tsx'
import { MarkedText } from './text-markers.tsx'

export const TextValue = ({ value, absent = m.not_supplied() }: { value: string | null; absent?: string }) =>
  value === null || value.trim() === '' ? (
    <Absent reason={absent} />
  ) : (
    <Clamp text={value} showAllLabel={m.show_all()} renderText={(shown) => <MarkedText text={shown} />} />
  )

export const PhoneValue = ({ phone }: { phone: string }) =>
  phoneHref(phone) === null ? (
    <TextValue value={formatPhone(phone)} />
  ) : (
    <PhoneLink phone={phone} className="phone:-my-2.5" />
  )

const PATH_SHOWN = 200

/** A link starting with its host, or plain text if unsafe. */
export const UrlValue = ({ value, absent }: { value: string | null; absent: string }) => {
  const url = safeUrl(value)
  if (url === null) return <TextValue value={value} absent={absent} />
  const rest = readablePath(url)
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      title={m.call_opens_host({ host: url.host })}
      className={valueLinkClass}
    >
      <bdi>
        {url.host}
        {rest !== '/' && (
          <span className="text-text-2">
            {rest.length > PATH_SHOWN ? `${cutText(rest, PATH_SHOWN)}…` : rest}
          </span>
        )}
      </bdi>
      <Icon name="external" size={14} className="ml-1 inline-block align-[-2px] text-text-3" />
    </a>
  )
}

const EMAIL = /^[^\s@?&#%"'<>(),:;\\/]+@[^\s@?&#%"'<>(),:;\\/]+$/u

/** A link only if it is exactly an address: no subject or second recipient may slip in. */
export const EmailValue = ({ value }: { value: string }) => {
  const url = EMAIL.test(value) ? safeUrl(`mailto:${value}`, ['mailto:']) : null
  if (url === null) return <TextValue value={value} />
  return (
    <a href={url.href} className={valueLinkClass}>
      <bdi>{value}</bdi>
    </a>
  )
}

/** `Nov 20, 2026, 14:03 (UTC+3)` in the date's own offset (G6), or this device's if chosen; other texts as they are. */
export const DateValue = ({ date, offset = false }: { date: string | null; offset?: boolean }) => {
  const times = useTimes()
  if (!date) return <Absent reason={m.not_supplied()} />
  const clock = shownClock(date, times)
  if (clock === null)
    return (
      <span title={m.invalid_date()}>
        <TextValue value={date} />
      </span>
    )
  const zone = clock.offset === null ? m.no_offset() : formatOffset(clock.offset)
  return <time dateTime={date}>{offset ? `${formatDateTime(clock)} (${zone})` : formatDateTime(clock)}</time>
}

export const Copy = ({ text, label }: { text: string; label: string }) => (
  <CopyButton
    text={text}
    label={label}
    copiedLabel={m.copied()}
    manualLabel={m.call_copy_manually()}
    className="-my-1 touch:-my-2.5"
  />
)

export const Copied = ({ text, label, children }: { text: string; label: string; children: ReactNode }) => (
  <span className="flex items-start gap-1">
    <span className="min-w-0">{children}</span>
    <Copy text={text} label={label} />
  </span>
)

/** The first `limit` items, with "Show all". */
export const FirstOf = <T,>({
  items,
  limit,
  children,
}: {
  items: readonly T[]
  limit: number
  children: (shown: readonly T[]) => ReactNode
}) => {
  const [all, setAll] = useState(false)
  const cut = !all && items.length > limit
  return (
    <>
      {children(cut ? items.slice(0, limit) : items)}
      {cut && (
        <p className="mt-3 text-13">
          <LinkButton onClick={() => setAll(true)}>
            {m.call_show_all({ shown: formatNumber(items.length) })}
          </LinkButton>
        </p>
      )}
    </>
  )
}
