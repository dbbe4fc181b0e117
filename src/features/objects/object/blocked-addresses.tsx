import type { ObjRead } from '#/contract/object.ts'
import { asJson, isBlank } from '#/domain/cells/json-text.ts'
import { JsonValue } from '#/domain/cells/json-value.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'

/** Region "Blocked addresses": whose visits do not count. The shape of the list is not shown (G17). */
export const BlockedAddresses = ({ object }: { object: ObjRead }) => {
  const { blocked_ip_list_enabled: isUsed, blocked_ip_addresses: addresses } = object
  const value = asJson(addresses)
  return (
    <Section
      title={m.object_blocked()}
      note={
        isUsed === null ? (
          <Absent reason={m.not_supplied()} />
        ) : isUsed ? (
          m.object_blocked_on()
        ) : (
          m.object_blocked_off()
        )
      }
    >
      {isBlank(value) ? (
        <p className="text-13 text-text-2">{m.object_blocked_none()}</p>
      ) : (
        <div className="max-w-160 text-13">
          <JsonValue value={value} />
        </div>
      )}
    </Section>
  )
}
