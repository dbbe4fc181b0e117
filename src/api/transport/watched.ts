/** Shared value for `useSyncExternalStore(one.on, one.now)`. */
export interface Watched<T> {
  readonly now: () => T
  readonly on: (listener: () => void) => () => void
}

export interface Watchable<T> extends Watched<T> {
  /** No notification if equal. */
  readonly become: (next: T) => void
}

/** Change notification without a value. */
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
