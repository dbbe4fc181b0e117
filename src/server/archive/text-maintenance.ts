import { errorEntry, type Log } from '#/server/log.ts'
import { troubleOf } from '#/server/database/database.ts'
import type { ArchiveStore } from './store/store.ts'

/**
 * Background maintenance of the stored texts.
 * @param end aborts all of it
 */
export const createTextMaintenance = (
  store: Pick<ArchiveStore, 'indexSome' | 'tidyTexts'>,
  log: Log,
  end: AbortSignal,
) => {
  let indexing: Promise<void> = Promise.resolve()
  const indexAll = async () => {
    let days = 0
    for (let indexed; !end.aborted && (indexed = await store.indexSome(end)) > 0; days += indexed)
      if (days === 0) log({ event: 'archive-texts', state: 'indexing' })
    if (days > 0 && !end.aborted) log({ event: 'archive-texts', state: 'indexed', days })
  }

  let tidying: Promise<void> = Promise.resolve()
  /** Errors are ignored: the next daily removal tries again. */
  const tidyTexts = () => {
    tidying = tidying
      .then(() => (end.aborted ? undefined : store.tidyTexts(end)))
      .catch((error: unknown) => {
        if (!end.aborted && troubleOf(error) === null) log(errorEntry(error, null))
      })
  }

  return {
    /**
     * Indexes texts stored by earlier versions.
     * @throws the store's errors
     */
    index: async (): Promise<void> => {
      indexing = indexAll()
      await indexing
    },
    tidy: tidyTexts,
    tidied: () => tidying,
    ended: () => Promise.all([indexing.catch(() => undefined), tidying]),
  }
}

export type TextMaintenance = ReturnType<typeof createTextMaintenance>
