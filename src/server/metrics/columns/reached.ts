import { isReach } from '#/analytics/reach.ts'
import { CALL_STATUS, type CallStatus } from '#/contract/codes.ts'
import { NO_DURATION, ofAllRows } from './dataset.ts'

const STATUSES: ReadonlyMap<string | null, CallStatus> = new Map(
  (Object.keys(CALL_STATUS) as CallStatus[]).map((status) => [`${CALL_STATUS[status]}`, status]),
)
export const statusOf = (code: string | null): CallStatus | undefined => STATUSES.get(code)

const SURE = (Object.keys(CALL_STATUS) as CallStatus[]).filter((status) => isReach(status, false))

/** {@link isReach} by row, and whether it was by voice. Valid until the rows change. */
export const reachIn = ofAllRows(({ duration, by: { status } }) => {
  const codeOf = (name: CallStatus) => status.find(`${CALL_STATUS[name]}`)
  const [sure, answer, callback] = [new Set(SURE.map(codeOf)), codeOf('answer'), codeOf('callback')]
  const isCallback = (row: number) =>
    status.codes[row] === callback && duration[row] !== NO_DURATION && duration[row] !== 0
  return {
    isReached: (row: number): boolean => sure.has(status.codes[row]) || isCallback(row),
    isSpoken: (row: number): boolean => status.codes[row] === answer || isCallback(row),
  }
})
