import { clientName } from './client-name.ts'
import { useCurrentClient } from './current-client.ts'

/** The browser tab's name, with the client: two tabs may show two. */
export const ClientTitle = ({ children }: { children: string }) => {
  const client = useCurrentClient()
  return <title>{[children, ...(client ? [clientName(client)] : []), 'Callboard'].join(' · ')}</title>
}
