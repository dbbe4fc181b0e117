import type { Log } from '#/server/log.ts'

/** Logs when a key of AUTH_KEYS is refused, which only the operator can fix, and when it works again. */
export const createKeyWatch = (log: Log) => {
  const refused = new Set<string>()
  return {
    /** @param account its name in AUTH_KEYS */
    refused: (account: string): void => {
      if (refused.has(account)) return
      refused.add(account)
      log({ event: 'account-key', state: 'refused', account })
    },
    accepted: (account: string): void => {
      if (refused.delete(account)) log({ event: 'account-key', state: 'accepted', account })
    },
    count: () => refused.size,
    forget: () => refused.clear(),
  }
}
export type KeyWatch = ReturnType<typeof createKeyWatch>
