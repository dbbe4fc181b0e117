import { CALL_TYPE } from '#/contract/codes.ts'
import { PhoneLink } from '#/domain/cells/phone-link.tsx'
import { ContactStatus } from '#/domain/cells/contact-status.tsx'
import { formatDuration } from '#/i18n/duration.ts'
import { phoneHref } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { callerName, callerToCopy, type Contact } from './contact.ts'
import { BackLink } from './journal-link.tsx'
import { Neighbours } from './neighbours.tsx'
import { Copy, DateValue } from '#/domain/cells/values.tsx'

const Back = ({ oid }: { oid: string }) => (
  // Aligns its text with the page's edge.
  <BackLink
    oid={oid}
    icon={<Icon name="chevron-left" />}
    className={classNames(buttonClass({ variant: 'ghost' }), '-ml-2.5')}
  />
)

export const CallBar = ({ oid, callId, isLoaded }: { oid: string; callId: string; isLoaded: boolean }) => (
  <div className="flex min-h-11 items-center gap-x-3 pt-2 phone:pt-0 print:hidden">
    <Back oid={oid} />
    <span className="ml-auto" />
    {isLoaded && (
      <Button variant="ghost" onClick={() => window.print()} className="phone:hidden">
        {m.call_print()}
      </Button>
    )}
    <Neighbours oid={oid} callId={callId} />
  </div>
)

/** Caller, and result, duration, value and time on one line. */
export const CallHead = ({ contact: { call, hidden, statusName } }: { contact: Contact }) => {
  const copy = callerToCopy(call, hidden)
  const dialled =
    copy !== null && call.caller !== null && phoneHref(call.caller) !== null ? call.caller : null
  const { duration, call_type: type } = call
  return (
    <header className="border-b border-line pb-4">
      <div className="flex items-center gap-1">
        <h1 className="min-w-0 text-28 wrap-anywhere phone:text-24">
          {dialled === null ? (
            <bdi>{callerName(call, hidden).slice(0, 200)}</bdi>
          ) : (
            <PhoneLink phone={dialled} isFull />
          )}
        </h1>
        {copy !== null && <Copy text={copy} label={m.copy_what({ what: m.call_number() })} />}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 phone:gap-x-4">
        {!hidden.has('status') && <ContactStatus code={call.status} serviceName={statusName} />}
        {!hidden.has('duration') && duration !== null && (
          <span className="tabular-nums">
            {formatDuration(duration) ?? m.invalid_duration({ seconds: duration })}
          </span>
        )}
        {!hidden.has('target') && call.target && (
          <StatusMark tone="target" icon="target">
            {m.target()}
          </StatusMark>
        )}
        {!hidden.has('call_type') && type?.id === CALL_TYPE.COMMON && <Kind word={m.first_time()} />}
        {!hidden.has('call_type') && type?.id === CALL_TYPE.REPEATED && <Kind word={m.repeat()} />}
        {!hidden.has('date') && (
          <span className="text-text-2 tabular-nums">
            <DateValue date={call.date} offset />
          </span>
        )}
      </p>
    </header>
  )
}

const Kind = ({ word }: { word: string }) => (
  <StatusMark tone="neutral" icon="user">
    {word}
  </StatusMark>
)
