/** A value of the whole page that parts of it look at: `useSyncExternalStore(one.on, one.now)`. */
export interface Watched<T> {
  readonly now: () => T
  /** @returns ends it */
  readonly on: (listener: () => void) => () => void
}

export interface Watchable<T> extends Watched<T> {
  /** Does not notify when the value is the same. */
  readonly become: (next: T) => void
}

/** Who is to be told that something has changed, where what it is now is kept elsewhere. */
export interface Signal extends Pick<Watched<unknown>, 'on'> {
  readonly tell: () => void
}

export const createSignal = (): Signal => {
  const listeners = new Set<() => void>()
  return {
    on: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
  }
}

export const watchable = <T>(first: T): Watchable<T> => {
  let value = first
  const { on, tell } = createSignal()
  return {
    now: () => value,
    on,
    become: (next) => {
      if (Object.is(next, value)) return
      value = next
      tell()
    },
  }
}
