import Papa from 'papaparse'
import { expect, vi } from 'vitest'
import { eventually } from '../render-app.tsx'

export interface SavedFile {
  readonly name: string
  readonly bytes: () => Promise<Buffer>
}

export const noteSavedFiles = () => {
  const files: SavedFile[] = []
  const made = new Map<string, Blob>()
  URL.createObjectURL = (file) => {
    const url = `blob:${location.origin}/${made.size}`
    // Worker blobs are Node's, not jsdom's.
    if ('arrayBuffer' in file) made.set(url, file)
    return url
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = made.get(this.href)
    if (file) files.push({ name: this.download, bytes: async () => Buffer.from(await file.arrayBuffer()) })
  })
  return {
    files,
    saving: async (work: () => Promise<unknown>): Promise<SavedFile> => {
      const before = files.length
      await work()
      await eventually(() => expect(files.length).toBe(before + 1))
      return files.at(-1)!
    },
  }
}

/** Header words to cells, of each row of a CSV file. */
export const rowsOfCsv = async (file: SavedFile, delimiter = ',') => {
  const text = (await file.bytes()).toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter,
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}
