import type { Preferences } from '#/contract/preferences.ts'

export type Arrangement = NonNullable<Preferences['overview']>

interface Named {
  readonly name: string
}

/** Panels of one part in the chosen order; panels added since keep their default position. */
export const inOrder = <P extends Named>(panels: readonly P[], { order = [] }: Arrangement): readonly P[] => {
  const known = panels.filter(({ name }) => order.includes(name))
  const sorted = known.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return panels.map((panel) => (known.includes(panel) ? sorted.shift()! : panel))
}

export const arranged = <P extends Named>(panels: readonly P[], arrangement: Arrangement): readonly P[] =>
  inOrder(panels, arrangement).filter(({ name }) => !arrangement.hidden?.includes(name))
