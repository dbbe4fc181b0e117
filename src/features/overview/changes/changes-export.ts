import type { ChangeDimension, ChangeMetric } from '#/contract/figures/changes.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'

export interface ChangesChoice {
  readonly metric: ChangeMetric
  readonly by: ChangeDimension
}

export const CHANGES_FILE: Exportable<ChangesChoice> = {
  name: 'changes',
  isDrawn: false,
  usual: { metric: 'contacts', by: 'source' },
  file: () => import('./changes-file.ts').then(({ changesFile }) => changesFile),
}
