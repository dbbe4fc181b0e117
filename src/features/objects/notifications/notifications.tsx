import type { ObjRead } from '#/contract/object.ts'

/** Region "Notifications": who is written to about a contact, and what. */
export const Notifications = ({ object }: { object: ObjRead }) => <p>{object.oid}</p>
