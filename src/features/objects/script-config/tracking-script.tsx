import type { ObjRead } from '#/contract/object.ts'

/** Region "Tracking script": the script's options and the snippet. */
export const TrackingScript = ({ object }: { object: ObjRead }) => <p>{object.oid}</p>
