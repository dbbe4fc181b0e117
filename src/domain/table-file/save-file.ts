/** The browser reads the file a moment after the click; the address is not needed for longer. */
const ADDRESS_MS = 60_000

/** Hands a file over as an ordinary download. */
export const saveFile = (file: Blob, fileName: string) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_MS)
}
