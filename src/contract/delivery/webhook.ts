/** Longer ones are not plausible addresses. */
const ADDRESS_MAX = 2_000

/** Why nothing may be posted to an address: it is none, or its host is none of those that an operator has named. */
export type WebhookTrouble = 'no_address' | 'host_not_allowed'

/** Null: an address that something can be posted to over TLS, whichever host it is of. */
export const hookTrouble = (address: string): 'no_address' | null => {
  const url = address.length > ADDRESS_MAX ? null : URL.parse(address)
  return !url || url.protocol !== 'https:' || url.username || url.password || url.hash ? 'no_address' : null
}

/** Null: it may be posted to. @param hosts exactly these, with a port where it is not 443 */
export const webhookTrouble = (address: string, hosts: readonly string[]): WebhookTrouble | null =>
  hookTrouble(address) ?? (hosts.includes(URL.parse(address)?.host ?? '') ? null : 'host_not_allowed')
