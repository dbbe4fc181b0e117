import type { Preferences } from '#/contract/preferences.ts'

/** What a person has made of the page: panels that are not shown, and the order of the others. */
export type Arrangement = NonNullable<Preferences['overview']>

interface Named {
  readonly name: string
}

/** Panels of one part of the page in the order chosen; one that has come since stands where it was made to stand. */
export const inOrder = <P extends Named>(panels: readonly P[], { order = [] }: Arrangement): readonly P[] => {
  const known = panels.filter(({ name }) => order.includes(name))
  const sorted = known.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return panels.map((panel) => (known.includes(panel) ? sorted.shift()! : panel))
}

/** Those of them that are shown. */
export const arranged = <P extends Named>(panels: readonly P[], arrangement: Arrangement): readonly P[] =>
  inOrder(panels, arrangement).filter(({ name }) => !arrangement.hidden?.includes(name))
