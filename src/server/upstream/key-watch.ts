import type { Log } from '#/server/log.ts'

/** Tracks refused keys of AUTH_KEYS, which only the operator can fix. */
export interface KeyWatch {
  /** @param account its name in AUTH_KEYS */
  readonly refused: (account: string) => void
  readonly accepted: (account: string) => void
  readonly count: () => number
  readonly forget: () => void
}

/** Logs when a key is refused, and when it works again. */
export const createKeyWatch = (log: Log): KeyWatch => {
  const refused = new Set<string>()
  return {
    refused: (account) => {
      if (refused.has(account)) return
      refused.add(account)
      log({ event: 'account-key', state: 'refused', account })
    },
    accepted: (account) => {
      if (refused.delete(account)) log({ event: 'account-key', state: 'accepted', account })
    },
    count: () => refused.size,
    forget: () => refused.clear(),
  }
}
