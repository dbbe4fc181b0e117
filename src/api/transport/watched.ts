/** A value of the whole page that parts of it look at: `useSyncExternalStore(one.on, one.now)`. */
export interface Watched<T> {
  readonly now: () => T
  /** @returns ends it */
  readonly on: (listener: () => void) => () => void
}

export interface Watchable<T> extends Watched<T> {
  /** Tells nobody where it is the same already. */
  readonly become: (next: T) => void
}

export const watchable = <T>(first: T): Watchable<T> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    now: () => value,
    on: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    become: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}
