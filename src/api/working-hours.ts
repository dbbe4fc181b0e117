import { queryOptions } from '@tanstack/react-query'
import {
  savedWorkingHours,
  workingHoursAnswer,
  workingHoursCount,
  workingHoursPath,
  type SaveWorkingHoursBody,
  type WorkingHours,
} from '#/contract/working-hours/working-hours.ts'
import { parse, send, type Scope } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

export const workingHoursQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'working_hours'),
    queryFn: async ({ signal }): Promise<readonly WorkingHours[]> =>
      parse(workingHoursAnswer, await send('GET', workingHoursPath(scope.client), { scope, signal })).objects,
  })

/** @throws ApiError `working_hours_changed` (409) on a conflict */
export const saveWorkingHours = async (scope: Scope, body: SaveWorkingHoursBody): Promise<WorkingHours> =>
  parse(
    savedWorkingHours,
    await send('PUT', workingHoursPath(scope.client), { scope, body, onceSeen: body.version }),
  ).hours

export const workingHoursCountQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'kept_count', { of: 'working_hours' }),
    queryFn: async ({ signal }): Promise<number> =>
      parse(
        workingHoursCount,
        await send('GET', `${workingHoursPath(null)}/kept`, { scope: ofAccount(principal), signal }),
      ).objects,
  })

export const forgetWorkingHours = async (principal: string): Promise<void> => {
  await send('DELETE', workingHoursPath(null), { scope: ofAccount(principal) })
}
