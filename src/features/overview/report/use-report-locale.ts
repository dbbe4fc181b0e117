import { useSearch } from '@tanstack/react-router'
import { getLocale, type Locale } from '#/i18n/locale.ts'

export const REPORT_ROUTE = '/_app/overview_/report'

export const useReportLocale = (): Locale => useSearch({ strict: false }).lang ?? getLocale()
