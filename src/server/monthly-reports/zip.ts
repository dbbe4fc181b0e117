import { readFile } from 'node:fs/promises'
import { Zip, ZipPassThrough } from 'fflate'
import type { MonthlyFile } from './jobs.ts'

/** Clients may have equal names. */
const distinct = (files: readonly MonthlyFile[]) => {
  const seen = new Map<string, number>()
  return files.map((file) => {
    const nth = (seen.get(file.name) ?? 0) + 1
    seen.set(file.name, nth)
    return nth === 1 ? file : { ...file, name: file.name.replace(/(?=\.pdf$)/, `-${nth}`) }
  })
}

/** Streams files into a ZIP, one in memory at a time, uncompressed since PDFs are. Missing files are skipped. */
export const zipOf = (files: readonly MonthlyFile[]): ReadableStream<Uint8Array> => {
  const waiting = distinct(files)
  let zip: Zip
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      zip = new Zip((error, part, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(part)
        if (isLast) controller.close()
      })
    },
    pull: async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const bytes = await readFile(next.path).catch(() => null)
        if (bytes === null) continue
        const entry = new ZipPassThrough(next.name)
        zip.add(entry)
        entry.push(bytes, true)
        return
      }
      zip.end()
    },
  })
}
