import type { Log } from '#/server/log.ts'

/** What the API says to the keys of AUTH_KEYS: a wrong one is the operator's to mend, and no person's sign-in. */
export interface KeyWatch {
  /** @param account its name in AUTH_KEYS */
  readonly refused: (account: string) => void
  readonly accepted: (account: string) => void
  /** Accounts whose key was refused when it was last used. */
  readonly count: () => number
  /** The file has other keys by now. */
  readonly forget: () => void
}

/** The log has a line when a key begins to be refused, and when it no longer is. */
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
