import { createContext, use, type Context, type ReactNode } from 'react'

const OUTSIDE = Symbol('outside of a provider')

/** What may be undefined may be absent. */
type Given<T> = { readonly [N in keyof T as undefined extends T[N] ? never : N]: T[N] } & {
  readonly [N in keyof T as undefined extends T[N] ? N : never]?: T[N] | undefined
}

/**
 * Values that are provided together and read one by one. Each is in a context of its own, so that a component that reads
 * one of them renders again when that one changes, and not when its neighbours do; and unlike a store outside of React,
 * a change can wait for what the user does meanwhile.
 * @param all every name, so that the compiler reports a missing one
 */
export const createParts = <T extends object>(all: Record<keyof T, true>) => {
  const names = Object.keys(all) as (keyof T)[]
  const contexts = new Map(names.map((name) => [name, createContext<unknown>(OUTSIDE)]))
  const contextOf = (name: keyof T): Context<unknown> => contexts.get(name)!

  const Provider = ({ value, children }: { value: Given<T>; children: ReactNode }): ReactNode => {
    const given = new Map<keyof T | string, unknown>(Object.entries(value))
    return names.reduceRight((inside, name) => {
      const Part = contextOf(name)
      return <Part value={given.get(name)}>{inside}</Part>
    }, children)
  }

  /** The values of these names. */
  const useParts = <N extends keyof T>(...wanted: readonly N[]): Pick<T, N> => {
    const read = (name: N) => {
      // oxlint-disable-next-line react/rules-of-hooks -- Called at once, in the component's own turn.
      const value = use(contextOf(name))
      if (value === OUTSIDE) throw new Error('A panel of the overview stands outside of it')
      return [name, value]
    }
    return Object.fromEntries(wanted.map(read)) as Pick<T, N>
  }
  return [Provider, useParts] as const
}
