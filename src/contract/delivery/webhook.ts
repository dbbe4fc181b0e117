const ADDRESS_MAX = 2_000

/** `no_address`: invalid; `host_not_allowed`: not named by the operator. */
export type WebhookTrouble = 'no_address' | 'host_not_allowed'

/** Null: a valid https address, on any host. */
export const hookTrouble = (address: string): 'no_address' | null => {
  const url = address.length > ADDRESS_MAX ? null : URL.parse(address)
  return !url || url.protocol !== 'https:' || url.username || url.password || url.hash ? 'no_address' : null
}

/**
 * Null: allowed.
 * @param hosts exact names, with a port other than 443
 */
export const webhookTrouble = (address: string, hosts: readonly string[]): WebhookTrouble | null =>
  hookTrouble(address) ?? (hosts.includes(URL.parse(address)?.host ?? '') ? null : 'host_not_allowed')
