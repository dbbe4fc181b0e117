/** Browsers read the blob shortly after the click. */
const ADDRESS_MS = 60_000

export const saveFile = (file: Blob, fileName: string) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_MS)
}
