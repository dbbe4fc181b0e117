import type { ReactElement } from 'react'
import { conditionLabel } from '#/features/overview/export/conditions.ts'
import type { PanelSubject, PanelFile } from '#/features/overview/export/panel-file.ts'
import { Frame } from './frame.tsx'

/**
 * A panel's image with all its context.
 * @param source lines: missing data, source and time
 * @throws Error if the panel has no chart
 */
export const pictureOf = <Choice,>(
  { picture }: PanelFile<Choice>,
  choice: Choice,
  title: string,
  loaded: PanelSubject,
  source: readonly string[],
): ReactElement => {
  if ('none' in picture) throw new Error(picture.none)
  const { drawing, ...drawn } = picture.draw(loaded, choice)
  const filters = loaded.overview.question.filters.filter(
    ({ by }) => !picture.unnarrowedBy.some((one) => one === by),
  )
  return (
    <Frame {...drawn} title={title} conditions={conditionLabel(loaded, filters)} source={source}>
      {drawing}
    </Frame>
  )
}
