/** Messages between servers of one database. Disconnected servers miss them. */
export interface News {
  /** Sends to all others, later if disconnected. */
  readonly publish: (text: string) => void
  /** @param onMissed called after a disconnection, when messages may be missing */
  readonly subscribe: (onText: (text: string) => void, onMissed: () => void) => void
  readonly close: () => Promise<void>
}

/** Servers on files of one machine share no channel. */
export const NO_NEWS: News = {
  publish: () => undefined,
  subscribe: () => undefined,
  close: async () => undefined,
}
