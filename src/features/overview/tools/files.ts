import type { Exportable } from '#/features/overview/export/panel-file.ts'
import type { ShiftsChoice } from './file.ts'

export const FIRST_HOURS = 5

export const MINUS_FILE: Exportable<null> = {
  name: 'minus-phrases',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ negativeKeywordsFile }) => negativeKeywordsFile),
}
export const SHIFTS_FILE: Exportable<ShiftsChoice> = {
  name: 'shifts',
  isDrawn: false,
  usual: { count: FIRST_HOURS },
  file: () => import('./file.ts').then(({ shiftsFile }) => shiftsFile),
}
