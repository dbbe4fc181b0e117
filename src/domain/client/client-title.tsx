import { clientName } from './client-name.ts'
import { useCurrentClient } from './current-client.ts'

/** Browser title with the client, as tabs may show different ones. */
export const ClientTitle = ({ children }: { children: string }) => {
  const client = useCurrentClient()
  return <title>{[children, ...(client ? [clientName(client)] : []), 'Callboard'].join(' · ')}</title>
}
