/* Parses as much MIME as our mails use. */

interface MailPart {
  readonly type: string
  readonly name: string | null
  readonly text: string
  readonly bytes: Buffer
}
interface ReadMail {
  /**
   * By lower-case name.
   * @throws for a duplicate
   */
  readonly headers: Readonly<Record<string, string>>
  /** Visible or attached, in order. */
  readonly parts: readonly MailPart[]
}

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[BQ]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi)].map(([, how, encoded]) =>
          how!.toUpperCase() === 'B'
            ? Buffer.from(encoded!, 'base64')
            : quotedBytes(encoded!.replace(/_/g, ' ')),
        ),
      ).toString('utf8'),
    )

const split = (raw: string) => {
  const at = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, at), raw.slice(at + 4)] as const
}

const headersOf = (head: string): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name, value] = /^([\w-]+): ?(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header: ${line}`)
    if (name.toLowerCase() in headers) throw new Error(`twice: ${name}`)
    headers[name.toLowerCase()] = decodedWords(value)
  }
  return headers
}

/** Plain, or continued by RFC 2231. */
const fileNameIn = (disposition: string): string | null => {
  const pieces = [...disposition.matchAll(/filename\*\d+\*?=([^;]+)/g)].map(([, piece]) => piece!.trim())
  return pieces.length > 0
    ? decodeURIComponent(pieces.join('').replace(/^utf-8''/i, ''))
    : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null)
}

const partsOf = (raw: string): MailPart[] => {
  const [head, body] = split(raw)
  const headers = headersOf(head)
  const type = headers['content-type'] ?? ''
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const how = headers['content-transfer-encoding']
  const bytes =
    how === 'base64'
      ? Buffer.from(body, 'base64')
      : how === 'quoted-printable'
        ? quotedBytes(body)
        : Buffer.from(body)
  const name = fileNameIn(headers['content-disposition'] ?? '')
  return [{ type: type.split(';')[0]!, name, text: bytes.toString('utf8'), bytes }]
}

export const readMail = (raw: string): ReadMail => ({
  headers: headersOf(split(raw)[0]),
  parts: partsOf(raw),
})
