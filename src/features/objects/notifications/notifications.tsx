import { Fragment, useId, useState } from 'react'
import type { ObjRead } from '#/contract/object.ts'
import { Sentence, Strong } from '#/domain/cells/sentence.tsx'
import { WideFacts, YesNo } from '#/features/objects/object/field-values.tsx'
import { Copy, Copied, DateValue, EmailValue, FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Clamp } from '#/ui/data/clamp.tsx'
import { Fact } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { NotificationPreview } from './preview.tsx'

/** One address a line (API document 2.3). */
export const recipientsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

type EmailConfig = NonNullable<NonNullable<ObjRead['email_notification']>['obj_email_notify_config']>

const RECIPIENTS_SHOWN = 10

/** Region "Notifications": recipients in a sentence; preview and settings on demand. */
export const Notifications = ({ object }: { object: ObjRead }) => {
  const config = object.email_notification?.obj_email_notify_config ?? null
  const [shown, setShown] = useState<'preview' | 'settings' | null>(null)
  const id = useId()
  const toggle = (what: 'preview' | 'settings') => setShown(shown === what ? null : what)
  return (
    <Section title={m.object_notifications()} note={m.notifications_read_only()}>
      <div className="max-w-[72ch] text-14 text-text-2">
        {config ? <Summary object={object} config={config} /> : m.notifications_none()}
      </div>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2 text-13">
        {config && (
          <LinkButton
            aria-expanded={shown === 'preview'}
            aria-controls={id}
            onClick={() => toggle('preview')}
          >
            {shown === 'preview' ? m.notifications_hide_preview() : m.notifications_show_preview()}
          </LinkButton>
        )}
        <LinkButton
          aria-expanded={shown === 'settings'}
          aria-controls={id}
          onClick={() => toggle('settings')}
        >
          {m.notifications_settings()}
        </LinkButton>
      </div>
      <div id={id} className="mt-3 empty:hidden">
        {config && shown === 'preview' && <NotificationPreview object={object} config={config} />}
        {shown === 'settings' && <Settings object={object} config={config} />}
      </div>
    </Section>
  )
}

const Settings = ({ object, config }: { object: ObjRead; config: EmailConfig | null }) => (
  <div className="@container">
    <div className="grid gap-x-8 gap-y-4 @min-[900px]:grid-cols-[minmax(0,1fr)_minmax(0,600px)]">
      <div className="grid min-w-0 content-start gap-4">
        <Switches object={object} config={config} />
        {config && (
          <>
            <Recipients title={m.notifications_recipients()} text={config.recipients} />
            <Recipients title={m.notifications_monitor_recipients()} text={config.monitor_recipients} />
            <Origin config={config} />
          </>
        )}
      </div>
      {config && (
        <div className="grid min-w-0 content-start gap-4">
          <Templates config={config} />
        </div>
      )}
    </div>
  </div>
)

const NAMED = 4

const Addresses = ({ all }: { all: readonly string[] }) => {
  const named = all.slice(0, NAMED)
  const more = all.length - named.length
  return (
    <>
      {named.map((one, index) => (
        // May contain duplicates.
        <Fragment key={index}>
          {index > 0 && (index === named.length - 1 && more === 0 ? ` ${m.notifications_and()} ` : ', ')}
          <Strong>
            <EmailValue value={one} />
          </Strong>
        </Fragment>
      ))}
      {more > 0 && ` ${m.notifications_and_more({ shown: formatNumber(more) })}`}
    </>
  )
}

/** "Emails about all contacts go to a and b; monitoring goes to c." */
const Summary = ({ object, config }: { object: ObjRead; config: EmailConfig }) => {
  const to = recipientsOf(config.recipients)
  const watching = recipientsOf(config.monitor_recipients)
  const isOff = object.email_notification_enabled === false || config.is_enabled === false
  const about = config.missed_only ? m.notifications_about_missed : m.notifications_about_all
  return (
    <>
      {to.length === 0 ? (
        isOff ? (
          m.notifications_are_off()
        ) : (
          m.notifications_to_nobody()
        )
      ) : isOff ? (
        <Sentence
          parts={[<Addresses key="to" all={to} />]}
          message={(addresses) => m.notifications_would_go_to({ addresses: addresses })}
        />
      ) : (
        <Sentence
          parts={[<Strong key="about">{about()}</Strong>, <Addresses key="to" all={to} />]}
          message={(contacts, addresses) =>
            m.notifications_go_to({ contacts: contacts, addresses: addresses })
          }
        />
      )}
      {config.monitor_enabled && watching.length > 0 && (
        <>
          {' '}
          <Sentence
            parts={[<Addresses key="to" all={watching} />]}
            message={(addresses) => m.notifications_monitoring_to({ addresses: addresses })}
          />
        </>
      )}
    </>
  )
}

const Switches = ({ object, config }: { object: ObjRead; config: EmailConfig | null }) => (
  <WideFacts>
    <Fact label={m.notifications_sent()}>
      <YesNo value={object.email_notification_enabled} absent={m.notifications_not_said()} />
    </Fact>
    {config && (
      <>
        <Fact label={m.notifications_enabled()}>
          <YesNo value={config.is_enabled} absent={m.notifications_not_said()} />
        </Fact>
        <Fact label={m.notifications_missed_only()}>
          <YesNo value={config.missed_only} absent={m.notifications_not_said()} />
        </Fact>
        <Fact label={m.notifications_monitor()}>
          <YesNo value={config.monitor_enabled} absent={m.notifications_not_said()} />
        </Fact>
      </>
    )}
  </WideFacts>
)

const Recipients = ({ title, text }: { title: string; text: string | null }) => {
  const recipients = recipientsOf(text)
  return (
    <div className="min-w-0">
      <div className="flex min-h-7 items-center gap-2 text-13">
        <h3 className="text-13">{title}</h3>
        {recipients.length > 0 && (
          <>
            <span className="font-normal text-text-3 tabular-nums">{formatNumber(recipients.length)}</span>
            <Copy
              text={recipients.join('\n')}
              label={m.notifications_copy_all({ what: title.toLowerCase() })}
            />
          </>
        )}
      </div>
      {recipients.length === 0 ? (
        <p className="text-13 text-text-2 phone:text-14">{m.notifications_nobody()}</p>
      ) : (
        <FirstOf items={recipients} limit={RECIPIENTS_SHOWN}>
          {(shown) => (
            <ul className="grid gap-1 text-13 phone:gap-2 phone:text-14">
              {shown.map((recipient, index) => (
                // May contain duplicates.
                <li key={index} className="min-w-0 wrap-anywhere">
                  <EmailValue value={recipient} />
                </li>
              ))}
            </ul>
          )}
        </FirstOf>
      )}
    </div>
  )
}

const Templates = ({
  config: { subject_template: subject, message_template: message },
}: {
  config: EmailConfig
}) => (
  <>
    <div className="min-w-0">
      <div className="flex min-h-7 items-center gap-1">
        <h3 className="text-13">{m.notifications_subject_template()}</h3>
        {subject && <Copy text={subject} label={m.copy_what({ what: m.notifications_subject_to_copy() })} />}
      </div>
      <p className="text-13 phone:text-14">
        <TextValue value={subject} absent={m.notifications_no_subject()} />
      </p>
    </div>
    <div className="min-w-0">
      <div className="flex min-h-7 items-center gap-1">
        <h3 className="text-13">{m.notifications_message_template()}</h3>
        {message && <Copy text={message} label={m.copy_what({ what: m.notifications_message_to_copy() })} />}
      </div>
      {message?.trim() ? (
        <pre
          // Focusable for keyboard scrolling.
          tabIndex={0}
          className="mt-1 max-h-80 overflow-auto rounded-2 border border-line bg-rail p-3 font-mono text-12 leading-5 text-text-2"
        >
          <Clamp text={message} showAllLabel={m.show_all()} />
        </pre>
      ) : (
        <Absent reason={m.notifications_no_message()} />
      )}
    </div>
  </>
)

const Origin = ({ config }: { config: EmailConfig }) => (
  <WideFacts>
    <Fact label={m.notifications_created()}>
      <DateValue date={config.created_at} offset />
    </Fact>
    <Fact label={m.notifications_updated()}>
      <DateValue date={config.updated_at} offset />
    </Fact>
    <Identifier label={m.notifications_id()} id={config.id} />
  </WideFacts>
)

const Identifier = ({ label, id }: { label: string; id: number | null }) => (
  <Fact label={label}>
    {id === null ? (
      <Absent reason={m.not_supplied()} />
    ) : (
      <Copied text={String(id)} label={m.copy_what({ what: label })}>
        {id}
      </Copied>
    )}
  </Fact>
)
