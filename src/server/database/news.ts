/** What servers over one database tell each other at once. Whoever is away meanwhile is not told later. */
export interface News {
  /** To all others. What cannot be told now is when it can. */
  readonly tell: (text: string) => void
  /** @param onMissed for some time others may have told what was not heard */
  readonly hear: (onText: (text: string) => void, onMissed: () => void) => void
  readonly close: () => Promise<void>
}

/** Servers over files of one machine have no way but the files. */
export const NO_NEWS: News = { tell: () => undefined, hear: () => undefined, close: async () => undefined }
