import { queryOptions } from '@tanstack/react-query'
import {
  savedWorkingHours,
  workingHoursAnswer,
  workingHoursPath,
  type SaveWorkingHoursBody,
  type WorkingHours,
} from '#/contract/working-hours/working-hours.ts'
import { parse, send, type Scope } from './client.ts'
import { keyOf } from './keys.ts'

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
