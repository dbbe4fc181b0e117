import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '#/contract/day.ts'
import { isBuild, readFiles, tooOld, type StoredBuilds } from './stored-builds.ts'

export const BUILDS = 'builds'

const COPY = '.copy-'
/** A copy that takes longer was interrupted: another server may be making one now. */
const LEFT_MS = HOUR_MS

/** Builds in folders of this machine, ordered by modification time. */
export const buildsInFolder = (stored: string): StoredBuilds => {
  const newestFirst = () =>
    readdirSync(stored)
      .filter(isBuild)
      .map((name) => ({ name, at: statSync(join(stored, name)).mtimeMs }))
      .toSorted((a, b) => b.at - a.at)
      .map(({ name }) => name)
  return {
    keep: async (build, files) => {
      const own = join(stored, build)
      mkdirSync(stored, { recursive: true, mode: 0o700 })
      if (!existsSync(own)) {
        // Renamed when complete, so that an interrupted copy is no build.
        const copy = mkdtempSync(join(stored, COPY))
        try {
          for (const [path, bytes] of files) {
            mkdirSync(dirname(join(copy, path)), { recursive: true })
            writeFileSync(join(copy, path), bytes)
          }
          renameSync(copy, own)
        } catch (error) {
          rmSync(copy, { recursive: true, force: true })
          throw error
        }
      }
      const now = new Date()
      utimesSync(own, now, now)
      for (const name of readdirSync(stored).filter((one) => one.startsWith(COPY)))
        if (+now - statSync(join(stored, name)).mtimeMs > LEFT_MS)
          rmSync(join(stored, name), { recursive: true, force: true })
      for (const name of tooOld(newestFirst())) rmSync(join(stored, name), { recursive: true, force: true })
    },
    names: async () => newestFirst(),
    filesOf: async (build) => readFiles(join(stored, build)),
  }
}
