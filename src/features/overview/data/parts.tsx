import { createContext, use, type Context, type ReactNode } from 'react'

const OUTSIDE = Symbol('outside of a provider')

/** Allows undefined properties to be absent. */
type Given<T> = { readonly [N in keyof T as undefined extends T[N] ? never : N]: T[N] } & {
  readonly [N in keyof T as undefined extends T[N] ? N : never]?: T[N] | undefined
}

/**
 * Provides values in one context each, so that readers re-render only when theirs change. Unlike an external
 * store, updates can be deferred behind user input.
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
