import { useNavigate, useSearch } from '@tanstack/react-router'
import { readAlertsSearch, type AlertsSearch } from './search.ts'

/** The router keeps beside what a route has read what it has left out: it is read again. */
export const useAlertsSearch = (): AlertsSearch => readAlertsSearch(useSearch({ from: '/_app/alerts' }))

/** The address names the dialog no more: a reload does not open it again. */
export const useLeaveDialog = () => {
  const navigate = useNavigate({ from: '/alerts' })
  return () => void navigate({ to: '.', search: {}, replace: true })
}
