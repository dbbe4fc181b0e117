import type { Service } from '#/contract/call.ts'

/**
 * The nine entries of `meta.services` (API document 2.8) with relative logo addresses, see {@link servicesAt}. The document
 * names four; the other five are third-party products there and have generic names here.
 */
export const SERVICES = [
  { id: 1, service_name: 'Call tracking', name: 'calltracking', service_logo_url: '/v2/logos/1.svg' },
  { id: 2, service_name: 'Web form', name: 'c_f', service_logo_url: '/v2/logos/2.svg' },
  { id: 3, service_name: 'Site chat', name: 'chat', service_logo_url: '/v2/logos/3.svg' },
  { id: 4, service_name: 'Callback widget', name: 'callback', service_logo_url: '/v2/logos/4.svg' },
  { id: 5, service_name: 'SMS', name: 'SMS', service_logo_url: '/v2/logos/5.svg' },
  { id: 6, service_name: 'Messenger chat', name: 'second_chat', service_logo_url: '/v2/logos/6.svg' },
  { id: 7, service_name: 'Survey', name: 'feedback', service_logo_url: '/v2/logos/7.svg' },
  { id: 8, service_name: 'Feedback form', name: 'widget_form', service_logo_url: '/v2/logos/8.svg' },
  { id: 9, service_name: 'E-mail', name: 'Email', service_logo_url: '/v2/logos/9.svg' },
] as const satisfies readonly Service[]

export const servicesAt = (publicUrl: string): Service[] =>
  SERVICES.map((service) => ({ ...service, service_logo_url: publicUrl + service.service_logo_url }))

/** A logo as SVG: the service's first letter on a disc. Undefined for an unknown id. */
export const serviceLogo = (id: number): string | undefined => {
  const service = SERVICES.find((one) => one.id === id)
  return (
    service &&
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="hsl(${id * 40} 45% 40%)"/>` +
      `<text x="16" y="22" font-family="sans-serif" font-size="16" text-anchor="middle" fill="#fff">${service.service_name[0]}</text></svg>`
  )
}
