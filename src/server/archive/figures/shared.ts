import type { CountingContext } from '#/server/archive/counting/calls.ts'

interface Work<T> {
  readonly answer: Promise<T>
  readonly left: AbortController
  readonly listeners: Set<CountingContext['tell']>
  /** What was told last. */
  progress: Parameters<CountingContext['tell']> | null
}

/** Work that several wait for is done once, and ends when the last of them has gone. */
export const createShared = <T>() => {
  const running = new Map<string, Work<T>>()

  const begin = (key: string, work: (context: CountingContext) => Promise<T>): Work<T> => {
    const left = new AbortController()
    const listeners: Work<T>['listeners'] = new Set()
    const tell: CountingContext['tell'] = (...progress) => {
      one.progress = progress
      for (const listener of listeners) listener(...progress)
    }
    const answer = work({ signal: left.signal, tell }).finally(() => {
      if (running.get(key) === one) running.delete(key)
    })
    const one: Work<T> = { answer, left, listeners, progress: null }
    running.set(key, one)
    return one
  }

  return {
    /** @throws what the work throws; the signal's reason */
    take: async (
      key: string,
      { signal, tell }: CountingContext,
      work: (context: CountingContext) => Promise<T>,
    ): Promise<T> => {
      signal.throwIfAborted()
      const one = running.get(key) ?? begin(key, work)
      const leaving = Promise.withResolvers<never>()
      const leave = () => leaving.reject(signal.reason)
      const listener: typeof tell = (...progress) => tell(...progress)
      one.listeners.add(listener)
      if (one.progress !== null) tell(...one.progress)
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([one.answer, leaving.promise])
      } finally {
        signal.removeEventListener('abort', leave)
        one.listeners.delete(listener)
        if (one.listeners.size === 0 && running.get(key) === one) {
          running.delete(key)
          one.left.abort(signal.reason)
        }
      }
    },
  }
}
