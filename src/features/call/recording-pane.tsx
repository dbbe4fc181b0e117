import { useState } from 'react'
import type { Scope } from '#/api/client.ts'
import { safeUrl } from '#/features/shell/safe-url.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { linkClass } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import type { Contact } from './contact.ts'

/** Recordings are played through our server, whatever address the service names (G16). */
const recordingPath = ({ client }: Scope, oid: string, callId: number) => {
  const prefix = client === null ? '' : `/clients/${encodeURIComponent(client)}`
  return `/api${prefix}/recordings/${encodeURIComponent(oid)}/${callId}`
}

/** The recording, or that there is none. */
export const RecordingPane = ({ contact, scope }: { contact: Contact; scope: Scope }) => {
  const { call, hidden } = contact
  if (hidden.has('record_url')) return null
  const address = call.record_url
  return (
    <Section title={m.call_recording()} note={!address && m.call_no_recording()}>
      {address && <Player contact={contact} scope={scope} address={address} />}
    </Section>
  )
}

const Player = ({ contact, scope, address }: { contact: Contact; scope: Scope; address: string }) => {
  const [failed, setFailed] = useState(false)
  const url = failed ? safeUrl(address) : null
  return (
    <>
      {/* A talk has no captions: the service writes no transcript. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        controls
        preload="none"
        aria-label={m.call_recording()}
        src={recordingPath(scope, contact.oid, contact.call.id)}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
        className="mt-1 block h-10 w-full max-w-140"
      />
      <p role="status" className="mt-2 text-13 text-text-2 empty:hidden">
        {failed && m.call_recording_failed()}{' '}
        {url && (
          // Its host may be none of those our server fetches from (G16).
          <a href={url.href} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {m.call_recording_open({ host: url.host })}
          </a>
        )}
      </p>
    </>
  )
}
