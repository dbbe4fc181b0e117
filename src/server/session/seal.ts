import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyFor = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `callboard ${purpose}`, 32))

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Named = 'principal' | 'client' | 'account'

export interface Seal {
  /** AES-256-GCM, base64. `bound` must be equal when opening, so that a sealed text cannot be moved to another row. */
  readonly close: (plain: string, bound: string) => string
  /** Null: another secret, another binding, or altered. */
  readonly open: (sealed: string, bound: string) => string | null
  /** Reseals a text of the previous secret; null: not needed, or it does not open. */
  readonly renew: (sealed: string, bound: string) => string | null
  /** A derived secret, 32 bytes as hex, which need not be stored. */
  readonly secretFor: (purpose: 'webhook', text: string) => string
  /** 8 bytes of HMAC as hex: a stable pseudonym of an account. */
  readonly pseudonym: (kind: Named, text: string) => string
  /** {@link Seal.pseudonym} under the previous secret; null: none. */
  readonly formerly: ((kind: Named, text: string) => string) | null
}

const createKeys = (secret: string) => {
  const sealing = keyFor(secret, 'session')
  const naming = {
    principal: keyFor(secret, 'principal'),
    client: keyFor(secret, 'client'),
    account: keyFor(secret, 'account'),
  }
  return {
    close: (plain: string, bound: string) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(bound))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: (text: string, bound: string) => {
      const bytes = Buffer.from(text, 'base64')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(bound))
          .setAuthTag(tag)
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return null
      }
    },
    secretFor: (purpose: 'webhook', text: string) =>
      createHmac('sha256', keyFor(secret, purpose)).update(text).digest('hex'),
    pseudonym: (kind: Named, text: string) =>
      createHmac('sha256', naming[kind]).update(text).digest('hex').slice(0, 16),
  }
}

/** @param before the replaced secret, which still opens */
export const createSeal = (secret: string, before: string | null = null): Seal => {
  const keys = createKeys(secret)
  const former = before === null ? null : createKeys(before)
  return {
    ...keys,
    open: (sealed, bound) => keys.open(sealed, bound) ?? former?.open(sealed, bound) ?? null,
    renew: (sealed, bound) => {
      const plain = keys.open(sealed, bound) === null ? former?.open(sealed, bound) : null
      return plain == null ? null : keys.close(plain, bound)
    },
    formerly: former?.pseudonym ?? null,
  }
}
