import { PhoneLink } from '#/domain/marks/phone-link.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Whether contacts come with their callers' numbers: a server may keep keyed hashes in place of them (ARCHIVE_PHONES). */
export const useKeepsNumbers = (): boolean => useSignedIn().session.archive !== 'figures'

/** A caller's number; where our server keeps none, where to find it. */
export const CallerNumber = ({ caller, className }: { caller: string; className?: string }) =>
  useKeepsNumbers() ? (
    <PhoneLink phone={caller} {...(className !== undefined && { className })} />
  ) : (
    <span title={m.number_not_kept_why()} className="truncate text-text-2">
      {m.number_not_kept()}
    </span>
  )
