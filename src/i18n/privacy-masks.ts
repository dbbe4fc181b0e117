import { setPrivacyMode } from './privacy-mode.ts'

/** What stands where something is masked. */
export const MASK = '•••'

/** Prefixes of masks, unused by real numbers. */
export const [MASKED_NUMBER, MASKED_OTHER, MASKED_DIGITS] = ['70', '71', '72'] as const

/** `+7 ••• ••4-81-23` with the mask's digits; unmasked input shows nothing. */
export const maskedPhone = (mask: string): string => {
  const parts = /^(7[012])\d{5}(\d)(\d\d)(\d\d)$/.exec(mask)
  if (!parts) return mask.includes('•') ? mask : MASK
  return `${parts[1] === MASKED_NUMBER ? '+7 ' : ''}${MASK} ••${parts[2]}-${parts[3]}-${parts[4]}`
}

const nothing = () => ''
/** In file workers. */
export const presentFiles = (): void =>
  setPrivacyMode({
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
