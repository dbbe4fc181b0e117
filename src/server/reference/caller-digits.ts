/**
 * Digits of a caller as they are stored and looked for: everything else is dropped, and the leading 8 of an eleven
 * digit number, the Russian trunk prefix, becomes the country code 7. Empty for a caller without digits.
 */
export const callerDigits = (caller: string): string => {
  const digits = caller.replaceAll(/\D/g, '')
  return digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits
}
