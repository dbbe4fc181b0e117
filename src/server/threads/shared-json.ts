/** JSON as UTF-8 that threads share: a text would be copied for each of them, two bytes a letter. */
export type SharedJson = Uint8Array<SharedArrayBuffer>

export const toSharedJson = (value: unknown): SharedJson => {
  const text = JSON.stringify(value)
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)))
  new TextEncoder().encodeInto(text, bytes)
  return bytes
}

export const sharedJsonText = ({ buffer, byteOffset, byteLength }: SharedJson): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()

export const parseSharedJson = (json: SharedJson): unknown => JSON.parse(sharedJsonText(json))
