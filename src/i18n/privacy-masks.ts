import { beginPresenting } from './privacy-mode.ts'

/** What stands where something is masked. */
export const MASK = '•••'

/** What a masked number of Russia, any other caller, and eleven digits that may be a number of Russia begin with: no number anywhere does. */
export const [MASKED_NUMBER, MASKED_OTHER, MASKED_DIGITS] = ['70', '71', '72'] as const

/** `+7 ••• ••4-81-23`: digits of the mask, and none of the number. What is no mask shows nothing at all. */
export const maskedPhone = (mask: string): string => {
  const parts = /^(7[012])\d{5}(\d)(\d\d)(\d\d)$/.exec(mask)
  if (!parts) return mask.includes('•') ? mask : MASK
  return `${parts[1] === MASKED_NUMBER ? '+7 ' : ''}${MASK} ••${parts[2]}-${parts[3]}-${parts[4]}`
}

const nothing = () => ''
/** In the thread of a file: sums and numbers are written masked. */
export const presentFiles = (): void =>
  beginPresenting({
    of: '',
    phone: maskedPhone,
    sum: MASK,
    Bar: () => null,
    end: nothing,
    noSaving: nothing,
    noCallers: nothing,
    readable: (raw) => raw,
    masked: () => ({}),
  })
